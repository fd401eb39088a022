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
// Adds Gaussian noise to grey images and compares what filters make of them: see README.md.
#include "../ImageQuality.h"
#include "../Mosaic.h"
#include "Denoisers.h"
#include "itkAdditiveGaussianNoiseImageFilter.h"
#include "itkImageFileReader.h"
#include "itksys/SystemTools.hxx"
#include <fstream>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>

struct Quality
{
  double psnr{ std::numeric_limits<double>::quiet_NaN() };
  double mssim{ std::numeric_limits<double>::quiet_NaN() };
};

struct Row
{
  std::string          name;
  std::vector<Quality> quality; // of each image
};

static Quality
GetQuality(const ImageType * image, const ImageType * truth)
{
  return { ComputePSNR(image, truth), ComputeMSSIM(image, truth) };
}

/** Adds the image's figures to the rows, and writes its PNGs. */
static void
Compare(const std::string &           file,
        double                        sigma,
        unsigned int                  seed,
        const std::string &           folder,
        const std::vector<Denoiser> & denoisers,
        std::vector<Row> &            rows)
{
  const auto reader = itk::ImageFileReader<ImageType>::New();
  reader->SetFileName(file);
  reader->Update();
  const ImageType * const truth = reader->GetOutput();

  // ITK seeds the noise of each work unit: with one of them it is the same on every machine.
  const auto noise = itk::AdditiveGaussianNoiseImageFilter<ImageType>::New();
  noise->SetInput(truth);
  noise->SetStandardDeviation(sigma);
  noise->SetSeed(seed);
  noise->SetNumberOfWorkUnits(1);
  noise->Update();
  const ImageType * const noisy = noise->GetOutput();

  const std::string prefix = folder + '/' + itksys::SystemTools::GetFilenameWithoutLastExtension(file) + '-';
  Mosaic            mosaic(truth->GetBufferedRegion());
  const auto        draw = [&](const ImageType * image, const std::string & name) {
    itk::WriteImage(ToBytes(image), prefix + name + ".png");
    mosaic.Add(image);
  };
  draw(truth, "truth");
  draw(noisy, "noisy");
  rows[0].quality.push_back(GetQuality(noisy, truth));
  for (std::size_t i = 0; i < denoisers.size(); ++i)
  {
    Quality quality;
    if (truth->GetBufferedRegion().GetNumberOfPixels() <= denoisers[i].mostPixels)
    {
      std::cerr << file << ": " << denoisers[i].name << std::endl;
      const ImageType::ConstPointer image = denoisers[i].run(noisy, sigma).GetPointer();
      quality = GetQuality(image, truth);
      draw(image, denoisers[i].name);
    }
    rows[i + 1].quality.push_back(quality);
  }
  mosaic.Write(prefix + "crops.png");
}

static std::string
ToText(double value, int digits)
{
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return std::isnan(value) ? "-" : text.str();
}

/** One of the two figures of all rows and images as a table in Markdown, with the mean over the images. */
static void
PrintTable(const std::string &              title,
           const std::vector<std::string> & columns,
           const std::vector<Row> &         rows,
           double Quality::* const figure,
           int                     digits)
{
  std::cout << "| " << title << " |";
  for (const auto & column : columns)
  {
    std::cout << ' ' << column << " |";
  }
  std::cout << " mean |\n|---|";
  for (std::size_t i = 0; i <= columns.size(); ++i)
  {
    std::cout << "---|";
  }
  std::cout << '\n';
  for (const auto & row : rows)
  {
    double sum = 0.0;
    std::cout << "| " << row.name << " |";
    for (const auto & quality : row.quality)
    {
      std::cout << ' ' << ToText(quality.*figure, digits) << " |";
      sum += quality.*figure;
    }
    std::cout << ' ' << ToText(sum / static_cast<double>(columns.size()), digits) << " |\n";
  }
  std::cout << std::endl;
}

int
main(int argc, char * argv[])
{
  if (argc < 5)
  {
    std::cerr << "Usage: " << argv[0] << " SIGMA SEED OUTPUT_FOLDER IMAGE..." << std::endl;
    return EXIT_FAILURE;
  }
  try
  {
    const double             sigma = std::stod(argv[1]);
    const auto               seed = static_cast<unsigned int>(std::stoul(argv[2]));
    const std::string        folder = argv[3];
    const auto               denoisers = MakeDenoisers();
    std::vector<std::string> images;
    std::vector<Row>         rows{ { "noisy", {} } };
    for (const auto & denoiser : denoisers)
    {
      rows.push_back({ denoiser.name, {} });
    }
    for (int i = 4; i < argc; ++i)
    {
      images.push_back(itksys::SystemTools::GetFilenameWithoutLastExtension(argv[i]));
      Compare(argv[i], sigma, seed + static_cast<unsigned int>(i) - 4, folder, denoisers, rows);
    }
    PrintTable("PSNR in dB", images, rows, &Quality::psnr, 2);
    PrintTable("MSSIM", images, rows, &Quality::mssim, 3);

    std::ofstream csv(folder + "/quality.csv");
    csv << "image,filter,psnr,mssim\n";
    for (const auto & row : rows)
    {
      for (std::size_t i = 0; i < images.size(); ++i)
      {
        csv << images[i] << ",\"" << row.name << "\"," << ToText(row.quality[i].psnr, 4) << ','
            << ToText(row.quality[i].mssim, 5) << '\n';
      }
    }
    csv.close();
    if (!csv)
    {
      std::cerr << "Cannot write " << folder << "/quality.csv" << std::endl;
      return EXIT_FAILURE;
    }
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << std::endl;
    return EXIT_FAILURE;
  }
  catch (const std::logic_error &)
  {
    std::cerr << "SIGMA and SEED must be numbers." << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
