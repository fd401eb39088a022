/*=========================================================================
 *
 *  Copyright The CudaImageFilters Contributors
 *
 *  Licensed under the Apache License, Version 2.0 (the "License");
 *  you may not use this file except in compliance with the License.
 *  You may obtain a copy of the License at
 *
 *         https://www.apache.org/licenses/LICENSE-2.0.txt
 *
 *  Unless required by applicable law or agreed to in writing, software
 *  distributed under the License is distributed on an "AS IS" BASIS,
 *  WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 *  See the License for the specific language governing permissions and
 *  limitations under the License.
 *
 *=========================================================================*/
// Segments the target of an image by a polygon, and draws what each round has come to: SnakeSegmentation FOLDER [IMAGE
// [LAW [X Y WIDTH HEIGHT]]], where LAW is that of the noise, Gaussian (which is taken without it), Gamma, Poisson or
// Rayleigh, and the last four are the region of the image that is looked at. Without an image, it segments a synthetic
// target in speckle.
#include "SnakeDrawing.h"
#include "itkBinaryThresholdImageFilter.h"
#include "itkCommand.h"
#include "itkCudaPolygonalRegionSnakeImageFilter.h"
#include "itkDeviceImage.h"
#include "itkExtractImageFilter.h"
#include "itkImageFileReader.h"
#include "itksys/SystemTools.hxx"
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>

using ImageType = itk::DeviceImage<float, 2>; // an itk::Image whose pixels may live on the GPU
using SnakeType = itk::CudaPolygonalRegionSnakeImageFilter<ImageType>;
using LabelType = SnakeType::OutputImageType;

struct Round
{
  double       criterion;
  VerticesType vertices;
};

/** Keeps the rounds of the snake that it observes. */
class RoundRecorder : public itk::Command
{
public:
  using Self = RoundRecorder;
  using Pointer = itk::SmartPointer<Self>;

  itkNewMacro(Self);

  void
  Execute(itk::Object * caller, const itk::EventObject & event) override
  {
    this->Execute(static_cast<const itk::Object *>(caller), event);
  }

  void
  Execute(const itk::Object * caller, const itk::EventObject & /*event*/) override
  {
    const auto & snake = dynamic_cast<const SnakeType &>(*caller);
    m_Rounds.push_back({ snake.GetCriterion(), snake.GetPolygon()->GetVertexList()->CastToSTLConstContainer() });
  }

  const std::vector<Round> &
  GetRounds() const
  {
    return m_Rounds;
  }

private:
  std::vector<Round> m_Rounds;
};

static void
WriteRounds(const ImageType * image, const std::vector<Round> & rounds, const std::string & prefix)
{
  const SnakeDrawing                   drawing(image);
  std::vector<ColorSliceType::Pointer> chosen; // rounds 1, 2, 4, 8 ... and the last
  std::ofstream                        table(prefix + "rounds.csv");
  table << "round,criterion,nodes\n" << std::setprecision(12);
  for (std::size_t i = 1; i <= rounds.size(); ++i)
  {
    const Round & round = rounds[i - 1];
    table << i << ',' << round.criterion << ',' << round.vertices.size() - 1 << '\n';
    std::ostringstream number;
    number << std::setw(3) << std::setfill('0') << i;
    const ColorSliceType::Pointer overlay = drawing.Draw(round.vertices);
    itk::WriteImage(overlay.GetPointer(), prefix + "round-" + number.str() + ".png");
    if ((i & (i - 1)) == 0 || i == rounds.size())
    {
      chosen.push_back(overlay);
    }
  }
  WriteTiles(chosen, prefix + "evolution.png");
}

static void
WriteResult(SnakeType & snake, const std::string & prefix)
{
  std::ofstream polygon(prefix + "polygon.csv");
  polygon << "x,y\n";
  for (const auto & vertex : snake.GetPolygon()->GetVertexList()->CastToSTLConstContainer())
  {
    polygon << vertex[0] << ',' << vertex[1] << '\n';
  }

  const auto mask = itk::BinaryThresholdImageFilter<LabelType, itk::Image<unsigned char, 2>>::New();
  mask->SetInput(snake.GetOutput());
  mask->SetLowerThreshold(1);
  itk::WriteImage(mask->GetOutput(), prefix + "mask.png");
}

/** Lets a snake converge from a start that it finds by itself. */
static LabelType::Pointer
Segment(const ImageType * image, SnakeType::NoiseLawEnum law, const std::string & prefix)
{
  const auto snake = SnakeType::New();
  snake->SetInput(image);
  snake->SetNoiseLaw(law);
  const auto recorder = RoundRecorder::New();
  snake->AddObserver(itk::IterationEvent(), recorder);
  snake->Update();
  std::cout << (snake->GetOutput()->GetDevice() >= 0 ? "GPU" : "CPU") << ", " << snake->GetElapsedRounds()
            << " rounds, " << snake->GetNumberOfNodes() << " nodes: target of " << snake->GetNumberOfTargetPixels()
            << " pixels, mean " << snake->GetTargetMean() << "; background mean " << snake->GetBackgroundMean()
            << std::endl;
  WriteRounds(image, recorder->GetRounds(), prefix);
  WriteResult(*snake, prefix);
  std::cout << "written: " << prefix << '*' << std::endl;
  return snake->GetOutput();
}

static bool
IsInCrescent(const ImageType::IndexType & index)
{
  const double x = static_cast<double>(index[0]);
  const double y = static_cast<double>(index[1]);
  return std::hypot(x - 240, y - 260) < 160 && std::hypot(x - 310, y - 230) > 110;
}

/** 512 x 512 pixels of exponential law, whose mean is 2 in a crescent and 1 around it. */
static ImageType::Pointer
MakeSpeckledCrescent()
{
  const auto image = ImageType::New();
  image->SetRegions(ImageType::SizeType{ { 512, 512 } });
  image->Allocate();
  std::mt19937 random(1);
  for (itk::ImageRegionIteratorWithIndex<ImageType> it(image, image->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    const double uniform = (static_cast<double>(random()) + 0.5) / 4294967296.0;
    it.Set(static_cast<float>((IsInCrescent(it.GetIndex()) ? -2 : -1) * std::log(uniform)));
  }
  return image;
}

static void
SegmentCrescent(const std::string & folder)
{
  const auto                    image = MakeSpeckledCrescent();
  const LabelType::ConstPointer labels =
    Segment(image, SnakeType::NoiseLawEnum::Gamma, folder + "/crescent-").GetPointer();
  itk::SizeValueType                                both = 0;
  itk::SizeValueType                                any = 0;
  itk::ImageRegionConstIteratorWithIndex<LabelType> it(labels, labels->GetBufferedRegion());
  for (; !it.IsAtEnd(); ++it)
  {
    const bool isTarget = IsInCrescent(it.GetIndex());
    both += isTarget && it.Get() != 0;
    any += isTarget || it.Get() != 0;
  }
  std::cout << "intersection over union: " << static_cast<double>(both) / static_cast<double>(any) << std::endl;
}

static SnakeType::NoiseLawEnum
ReadLaw(const std::string & name)
{
  const std::pair<const char *, SnakeType::NoiseLawEnum> laws[] = { { "Gaussian", SnakeType::NoiseLawEnum::Gaussian },
                                                                    { "Gamma", SnakeType::NoiseLawEnum::Gamma },
                                                                    { "Poisson", SnakeType::NoiseLawEnum::Poisson },
                                                                    { "Rayleigh", SnakeType::NoiseLawEnum::Rayleigh } };
  for (const auto & law : laws)
  {
    if (name == law.first)
    {
      return law.second;
    }
  }
  throw std::invalid_argument(name + " is none of the laws Gaussian, Gamma, Poisson and Rayleigh.");
}

static long
ReadNumber(const std::string & text)
{
  long               number = 0;
  std::istringstream stream(text);
  if (!(stream >> number) || !(stream >> std::ws).eof())
  {
    throw std::invalid_argument(text + " is no whole number.");
  }
  return number;
}

static void
SegmentFile(const std::string &       file,
            const std::string &       folder,
            SnakeType::NoiseLawEnum   law,
            const std::vector<long> & numbers)
{
  const auto reader = itk::ImageFileReader<ImageType>::New();
  reader->SetFileName(file);
  reader->Update();
  ImageType::Pointer image = reader->GetOutput();
  if (!numbers.empty())
  {
    ImageType::RegionType region;
    for (unsigned int axis = 0; axis < 2; ++axis)
    {
      region.SetIndex(axis, numbers[axis]);
      region.SetSize(axis, static_cast<itk::SizeValueType>(numbers[2 + axis]));
    }
    if (numbers[2] < 1 || numbers[3] < 1 || !image->GetBufferedRegion().IsInside(region))
    {
      throw std::invalid_argument("The region has no pixels, or is not inside the image.");
    }
    const auto extract = itk::ExtractImageFilter<ImageType, ImageType>::New();
    extract->SetInput(image);
    extract->SetExtractionRegion(region);
    extract->SetDirectionCollapseToSubmatrix();
    extract->Update();
    image = extract->GetOutput();
  }
  const std::string prefix = folder + '/' + itksys::SystemTools::GetFilenameWithoutExtension(file) + '-';
  Segment(image, law, prefix + (numbers.empty() ? "" : "region-"));
}

int
main(int argc, char * argv[])
{
  if (argc != 2 && argc != 3 && argc != 4 && argc != 8)
  {
    std::cerr << "Usage: " << argv[0] << " FOLDER [IMAGE [LAW [X Y WIDTH HEIGHT]]]" << std::endl;
    return EXIT_FAILURE;
  }
  try
  {
    if (argc == 2)
    {
      SegmentCrescent(argv[1]);
      return EXIT_SUCCESS;
    }
    std::vector<long> numbers;
    for (int i = 4; i < argc; ++i)
    {
      numbers.push_back(ReadNumber(argv[i]));
    }
    SegmentFile(argv[2], argv[1], ReadLaw(argc > 3 ? argv[3] : "Gaussian"), numbers);
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << std::endl;
    return EXIT_FAILURE;
  }
  catch (const std::invalid_argument & error)
  {
    std::cerr << error.what() << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
