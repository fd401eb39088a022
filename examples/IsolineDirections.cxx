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
// Draws the table of directions of isolines as SVG: IsolineDirections FILE.svg
#include "IsolineDenoising/IsolineDirections.h"
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace
{
using itk::device::IsolineDirections;
using itk::device::IsolineOffset;
using itk::device::LongestIsolineSegment;
using itk::device::NumberOfIsolineDirections;

constexpr int CellSize = 8;
constexpr int CellsAcross = 2 * LongestIsolineSegment + 1;
constexpr int TileSize = CellsAcross * CellSize;
constexpr int TilesAcross = 8;
constexpr int Margin = 8;
constexpr int TextHeight = 16;

void
DrawCell(std::ostream & svg, const IsolineOffset & offset, const char * fill)
{
  svg << "<rect x=\"" << (offset.x + LongestIsolineSegment) * CellSize << "\" y=\""
      << (offset.y + LongestIsolineSegment) * CellSize << "\" width=\"" << CellSize << "\" height=\"" << CellSize
      << "\" fill=\"" << fill << "\"/>";
}

void
DrawDirection(std::ostream & svg, int direction)
{
  const int x = Margin + direction % TilesAcross * (TileSize + Margin);
  const int y = Margin + TextHeight + direction / TilesAcross * (TileSize + Margin + TextHeight);
  svg << "<g transform=\"translate(" << x << ',' << y << ")\">\n<text y=\"-4\">" << direction << ": "
      << direction * 360.0 / NumberOfIsolineDirections << "°</text>\n<rect width=\"" << TileSize << "\" height=\""
      << TileSize << "\" fill=\"url(#grid)\" stroke=\"#bbb\"/>\n";
  DrawCell(svg, { 0, 0 }, "#c00");
  for (int pixel = 0; pixel < LongestIsolineSegment; ++pixel)
  {
    DrawCell(svg, IsolineDirections.offset[direction][pixel], pixel % 2 == 0 ? "#234" : "#789");
  }
  svg << "\n</g>\n";
}
} // namespace

int
main(int argc, char * argv[])
{
  if (argc != 2)
  {
    std::cerr << "Usage: " << argv[0] << " FILE.svg" << std::endl;
    return EXIT_FAILURE;
  }
  constexpr int tilesDown = NumberOfIsolineDirections / TilesAcross;
  constexpr int width = Margin + TilesAcross * (TileSize + Margin);
  constexpr int height = Margin + tilesDown * (TileSize + Margin + TextHeight);
  std::ofstream svg(argv[1], std::ios::binary);
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << height
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
      << "<defs><pattern id=\"grid\" width=\"" << CellSize << "\" height=\"" << CellSize
      << "\" patternUnits=\"userSpaceOnUse\"><path d=\"M" << CellSize << " 0H0V" << CellSize
      << "\" fill=\"none\" stroke=\"#ddd\"/></pattern></defs>\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  for (int direction = 0; direction < NumberOfIsolineDirections; ++direction)
  {
    DrawDirection(svg, direction);
  }
  svg << "</svg>\n";
  svg.close();
  if (!svg)
  {
    std::cerr << "Cannot write " << argv[1] << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
