"""Writes Performance.md, and the figures in README.md, from benchmarks.json, a run of CudaImageFiltersBenchmark, and
rivals.json, beside this file.

write_performance.py            writes them
write_performance.py --check    fails if they are not what would be written
"""

import json
import pathlib
import re
import sys

import performance_tables as tables
from figures import EARLIER, MISSING, Figures, number, table

FOLDER = pathlib.Path(__file__).resolve().parent

# What is timed, by the first part of a benchmark's name; else the kernels alone.
KERNELS = "the kernels alone, images on the GPU, by CUDA events"
WHAT_IS_TIMED = {
    "Copy": "a copy on the device: no filter that reads and writes each pixel can be faster",
    "Canny": "`Update()` from an image on the GPU to another, with its smoothing, by CUDA events",
    "ZeroCrossing": "`Update()` from an image on the GPU to another, by CUDA events",
    "RegionSnake": "a whole `Update()` from an image on the GPU to labels on it, by the host's clock, its cumulated images "
    "included; `overlap` is intersection over union with the true target",
    "RegionSnakeCPU": "the CPU filter on all cores",
    "ChanAndVeseCPU": "100 iterations of `itk::ScalarChanAndVeseDenseLevelSetImageFilter`",
    "Update": "a whole `Update()` of a median, plain `itk::Image` to `itk::Image`",
    "Bus": "chains of five filters from host memory to host memory by so many threads, medians of plain images in strips, and "
    "copies of pinned memory alone, by the host's clock",
    "Chain5": "five medians on a `DeviceImage`, host to host, beside its transfers and kernels",
    "CannyHostToHost": "100 images from host memory to host memory",
    "MedianCPU": "ITK's filter on all cores",
    "CannyCPU": "ITK's filter on all cores",
    "IsolineDenoisingCPU": "the CPU filter on all cores",
    "VolumeDenoisingCPU": "the CPU filter on all cores",
    "Plain": "a whole `Update()`, plain `itk::Image` to `itk::Image`, 3×3 or of one sigma where nothing else is set",
    "PlainCPU": "the same of ITK's filter on all cores",
}
# What a table below shows; the others' rows are listed as they are.
SHOWN = {
    *(set(WHAT_IS_TIMED) - {"Bus"}),
    *("Median", "SeparableConvolution", "Gaussian", "DirectConvolution", "FFTConvolution", "Mean"),
    *("ConvolutionOfRank1", "ConvolutionOfGaussian"),
    *("RecursiveGaussian", "Sobel", "SobelAndDirection", "GradientMagnitude", "IsolineDenoising", "CumulatedImages"),
    "PolygonMask",
}


def write_others(figures):
    """Rows that no table above shows, pointwise filters with their share of a copy's bytes a second."""
    rows = [["benchmark", "10⁹ pixels a second", "10⁹ bytes a second", "of the copy's bytes a second"]]
    for name, row in figures.rows.items():
        if name.split("/")[0] in SHOWN or not figures.has(name):
            continue
        share = f"{100 * row['of_copy']:.0f} %" if "of_copy" in row else None
        rows.append([f"`{name}`", figures.speed(name), number(row["bytes_per_second"] * 1e-9), share])
    return [table(*rows)] if len(rows) > 1 else []


def write_names(figures):
    prefixes = {}
    for name in figures.rows:
        prefixes.setdefault(name.split("/")[0], name)
    of_kernels = [prefix for prefix in prefixes if prefix not in WHAT_IS_TIMED]
    rows = [["name, such as", "what is timed"]]
    rows += [[f"`{name}`", WHAT_IS_TIMED[prefix]] for prefix, name in prefixes.items() if prefix in WHAT_IS_TIMED]
    rows += [[", ".join(f"`{prefixes[prefix]}`" for prefix in of_kernels), KERNELS]]
    return [
        "`CudaImageFiltersBenchmark`, built where Google Benchmark (`libbenchmark-dev`) is found, measures your machine: "
        "`--benchmark_filter=REGEX` chooses, `--benchmark_list_tests` lists. Each figure is the median of several runs, on "
        "random pixels that do not fit in the L2 cache, where nothing else is said.",
        table(*rows),
    ]


SECTIONS = (
    ("Median", "Median", tables.write_median),
    ("Separable convolution", None, tables.write_separable),
    ("Convolution", None, tables.write_convolution),
    ("Gaussians", None, tables.write_gaussians),
    ("Mean", None, tables.write_mean),
    ("Gradients", None, tables.write_gradients),
    ("Edges", "Canny", tables.write_edges),
    ("Isoline denoising", "IsolineDenoising", tables.write_isolines),
    ("Volumes", None, tables.write_volumes),
    ("Polygonal region snake", None, tables.write_snake),
    ("Host to host", "Python", tables.write_host),
    ("On plain images", None, tables.write_plain),
    ("Pointwise and other filters", None, write_others),
    ("What the benchmarks time", None, write_names),
)


def write(run, rivals):
    figures = Figures(run, rivals)
    remarks = rivals["remarks"]
    copies = ", ".join(f"{figures.speed(f'Copy/{pixel}/16384')} for {pixel}" for pixel in ("uint8", "uint16", "float"))
    renewed = f", in part measured again by {run['context']['renewed'][:10]}" if "renewed" in run["context"] else ""
    parts = [
        "# Performance",
        "Written by `doc/write_performance.py` from [benchmarks.json](benchmarks.json), a run of "
        f"{figures.of_context('date')[:10]}{renewed}: GPU {figures.of_context('gpu')}, driver {figures.of_context('driver')}, CUDA "
        f"{figures.of_context('cuda')}.",
        "Where nothing else is said, figures are 10⁹ pixels a second, of images on the GPU of 16384 × 16384 pixels. In "
        f"brackets: how many times as fast as NPP it was on {rivals['date']}, on an {rivals['gpu']}.",
        f"A copy on the device makes {copies}: no filter that reads and writes each pixel can be faster.",
    ]
    if figures.earlier:
        earlier = run["earlier"]["context"]
        days = " to ".join(earlier[key][:10] for key in ("date", "renewed") if key in earlier)
        parts.append(
            f"{EARLIER} Not of that run, but of {days}, on an {earlier['gpu']} with "
            f"{earlier['cpu_threads']} threads."
        )
    for title, remark, write_section in SECTIONS:
        section = write_section(figures)
        if not section:
            continue
        parts += [f"## {title}", *section]
        if remark:
            parts.append(f"Measured by hand on {remarks['date']}, on an {remarks['gpu']}: {remarks[remark]}")
    return "\n\n".join(parts) + "\n"


def write_headlines(run, rivals):
    """Six figures, for README.md."""
    figures = Figures(run, rivals)
    median = "Median/2D/uint8/3x3/16384"
    ratio = rivals["npp_times_as_fast"][median]
    share = figures.share(median, "Copy/uint8/16384")
    tubes = "IsolineDenoising{}/2D/float/Tubes/4096"
    chain = "Chain5/2D/float/3x3/4096"
    threads = f"{figures.of_context('cpu_threads')} threads"
    lines = [
        f"{figures.of_context('gpu')}, {figures.of_context('date')[:10]}; images on the GPU of 16384 × 16384 pixels, where nothing "
        "else is said:",
        "",
        f"- median 3×3 of uint8: {figures.speed(median)} × 10⁹ pixels a second, {share} of a copy's bytes and {ratio} times "
        f"NPP's speed (both on an {rivals['gpu']}, {rivals['date']})",
        f"- Gaussian of float at any sigma: {figures.speed('RecursiveGaussian/2D/float/sigma100/16384')} × 10⁹; mean over "
        f"201×201: {figures.speed('Mean/2D/float/201x201/16384')} × 10⁹",
        f"- Canny of float with its smoothing: {figures.speed('Canny/2D/float/boat/16384')} × 10⁹",
        f"- isoline denoising by tubes at 4096 × 4096: {figures.speed(tubes.format(''))} × 10⁹, on the CPU with {threads} "
        f"{figures.speed(tubes.format('CPU'))} × 10⁹",
        f"- region snake at 12288 × 12288: {figures.milliseconds('RegionSnake/uint16/12288')} ms for everything, cumulated images "
        "included (Perrot's thesis, with them: 790 ms on a Tesla C2070, on another picture)",
        f"- five medians in a row at 4096 × 4096 float, host to host: {figures.milliseconds(chain)} ms, of which kernels "
        f"{figures.counter(chain, 'kernels_ms')} ms",
    ]
    text = "\n".join(lines) + "\n"
    if EARLIER in text:
        earlier = run["earlier"]["context"]
        text = text.replace("; images on", f" ({EARLIER} {earlier['gpu']}, {earlier['date'][:10]}); images on", 1)
    return text


README = FOLDER.parent / "README.md"
BLOCK = re.compile(r"(?<=<!-- speed -->\n).*?(?=<!-- /speed -->)", re.DOTALL)


def main():
    run, rivals = (json.loads((FOLDER / name).read_text()) for name in ("benchmarks.json", "rivals.json"))
    readme = README.read_text()
    if not BLOCK.search(readme):
        sys.exit("README.md has no <!-- speed --> block")
    headlines = write_headlines(run, rivals)
    written = {
        FOLDER / "Performance.md": write(run, rivals),
        README: BLOCK.sub(lambda _: headlines, readme),
    }
    lacking = [path.name for path, text in written.items() if re.search(rf"\b{MISSING}\b", text)]
    if lacking:
        sys.exit(f"The run lacks figures of {', '.join(lacking)}")
    for path, text in written.items():
        if sys.argv[1:] != ["--check"]:
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"{path.name} is not what doc/benchmarks.json gives: run doc/write_performance.py")


if __name__ == "__main__":
    main()
