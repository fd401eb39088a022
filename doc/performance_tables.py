"""The tables of Performance.md, with what is said of them: a function for each group of filters, of Figures."""

from figures import table


def square(side):
    return f"{side}x{side}"


def heads(sides):
    return [f"{side}×{side}" for side in sides]


def write_median(figures):
    sides = (3, 5, 7, 9, 11, 13, 15, 21, 31, 51, 75)

    def cells(pixel):
        return [figures.speed_and_ratio(f"Median/2D/{pixel}/{square(side)}/16384") for side in sides]

    shares = {
        pixel: figures.share(f"Median/2D/{pixel}/3x3/16384", f"Copy/{pixel}/16384") for pixel in ("uint8", "uint16", "float")
    }
    return [
        table(["window", *heads(sides)], *([pixel, *cells(pixel)] for pixel in ("uint8", "int16", "uint16", "float"))),
        f"3×3 makes {shares['uint8']} of a copy's bytes a second for uint8, {shares['uint16']} for uint16 and "
        f"{shares['float']} for float.",
    ]


def write_separable(figures):
    sides = (3, 5, 7, 11, 15, 25, 31, 63)
    rows = [["taps", *map(str, sides)]]
    for pixel, measured in (("float", sides), ("uint8", sides[:5])):
        cells = [
            figures.speed_and_ratio(f"SeparableConvolution/2D/{pixel}/{square(side)}/16384") if side in measured else None
            for side in sides
        ]
        rows.append([f"{pixel} to float", *cells])
    windows = ("5x3", "3x5", "3x25", "25x3", "3x31", "31x3")
    others = [
        f"{window.replace('x', '×')} {figures.speed(f'SeparableConvolution/2D/float/{window}/16384')}"
        for window in windows
        if figures.has(f"SeparableConvolution/2D/float/{window}/16384")
    ]
    return [
        table(*rows),
        "Up to 33 taps both axes take one pass together, also where they differ; beyond, each takes one. Of float: "
        + ", ".join(others) + ".",
    ]


def write_convolution(figures):
    def cells(kind, pixel, sides, measured):
        return [
            figures.speed_and_ratio(f"{kind}/2D/{pixel}/{square(side)}/16384") if side in measured else None for side in sides
        ]

    sides = (3, 5, 7, 9, 11, 15, 21, 31, 63)
    direct = [["the sum itself", *heads(sides)]]
    for pixel, measured in (("float", sides), ("uint8", sides[:8]), ("uint16", (3, 7, 15))):
        direct.append([f"{pixel} to {pixel}", *cells("DirectConvolution", pixel, sides, measured)])
    direct.append(["float, by FFT", *cells("FFTConvolution", "float", sides, (15, 21, 31, 63))])
    direct.append(["uint8, by FFT", *cells("FFTConvolution", "uint8", sides, (31,))])
    windows = ("3x9", "9x3", "15x3", "15x31", "31x15")
    rectangles = [["rectangles", *(window.replace("x", "×") for window in windows)]]
    for pixel in ("float", "uint8"):
        names = (f"DirectConvolution/2D/{pixel}/{window}/16384" for window in windows)
        rectangles.append([f"{pixel} to {pixel}", *map(figures.speed, names)])
    sides = (3, 5, 7, 11, 15)
    rank = [["a kernel that separates", *heads(sides)]]
    for pixel in ("float", "uint8", "uint16"):
        rank.append([f"{pixel} to {pixel}, a box", *cells("ConvolutionOfRank1", pixel, sides, sides)])
        rank.append([f"{pixel} to {pixel}, a Gaussian", *cells("ConvolutionOfGaussian", pixel, sides, sides)])
    volumes = [["volumes, a Gaussian", *(f"{side}×{side}×{side}" for side in sides)]]
    for pixel in ("float", "uint8", "uint16"):
        names = (f"ConvolutionOfGaussian/3D/{pixel}/{side}x{side}x{side}/512" for side in sides)
        volumes.append([f"{pixel} to {pixel}", *map(figures.speed, names)])
    by_image = [["ms, float", *(f"{side} × {side}" for side in (512, 1024, 2048, 4096))]]
    for kind, label in (("DirectConvolution", "the sum itself"), ("FFTConvolution", "by FFT")):
        for window in (17, 31):
            names = (f"{kind}/2D/float/{square(window)}/{side}" for side in (512, 1024, 2048, 4096))
            by_image.append([f"{window}×{window}, {label}", *map(figures.milliseconds, names)])
    return [table(*direct), table(*rectangles), table(*rank), table(*volumes), table(*by_image)]


def write_gaussians(figures):
    sigmas = (1, 2, 4, 6, 8, 12, 20, 100)
    rows = [["float, sigma in pixels", *map(str, sigmas)]]
    for label, prefix, measured in (("discrete", "Gaussian", (2, 4, 6, 8, 12)), ("recursive", "RecursiveGaussian", (1, 20, 100))):
        rows.append([label, *(figures.speed(f"{prefix}/2D/float/sigma{s}/16384") if s in measured else None for s in sigmas)])
    name = "RecursiveGaussian/2D/float/sigma20"
    return [
        table(*rows),
        "The recursive one reads the image twice and writes it once for each axis, whatever sigma is. Of images of "
        f"16383 × 16383, whose rows are not a multiple of four pixels long, it makes {figures.speed(name + '/16383')}; of "
        f"4096 × 4096, {figures.speed(name + '/4096')}; of uint8 {figures.speed('RecursiveGaussian/2D/uint8/sigma20/16384')} "
        f"and of uint16 {figures.speed('RecursiveGaussian/2D/uint16/sigma20/16384')}.",
    ]


def write_mean(figures):
    sides = (3, 5, 7, 11, 21, 51, 101, 201)
    rows = [["box", *heads(sides)]]
    for pixel in ("uint8", "uint16", "float"):
        names = [f"Mean/2D/{pixel}/{square(side)}/16384" for side in sides]
        rows.append([pixel, *map(figures.speed, names)])
        rival = [figures.rivals["npp_gigapixels_per_second"].get(name) for name in names]
        if any(rival):
            rows.append([f"{pixel}, NPP, {figures.rivals['gpu']}, {figures.rivals['date']}", *(str(value) if value else None for value in rival)])
    return [
        table(*rows),
        "The cost of a mean grows only by the rows and columns that neighbouring pieces of the image both read.",
    ]


def write_gradients(figures):
    rows = [["", "float to float", "uint8 to float", "uint16 to float", "to the same: uint8", "uint16", "3D, float, 512³"]]
    for label, prefix in (("Sobel", "Sobel"), ("Sobel with the direction", "SobelAndDirection")):
        names = [f"{prefix}/2D/{pixel}-float/16384" for pixel in ("float", "uint8", "uint16")]
        rows.append([label, *map(figures.speed, names), None, None, figures.speed(f"{prefix}/3D/float-float/512")])
    names = [f"GradientMagnitude/2D/{types}/16384" for types in ("float-float", "uint8-float", "uint8-uint8", "uint16-uint16")]
    cells = [*map(figures.speed, names)]
    rows.append(["gradient magnitude", *cells[:2], None, *cells[2:], figures.speed("GradientMagnitude/3D/float-float/512")])
    return [table(*rows)]


def write_volumes(figures):
    pixels = ("uint8", "int16", "uint16", "float")
    rows = [["512³", *pixels]]
    for label, name, measured in (
        ("median 3×3×3", "Median/3D/{}/3x3x3/512", pixels),
        ("median 5×5×5", "Median/3D/{}/5x5x5/512", pixels),
        ("mean 3×3×3", "Mean/3D/{}/3x3x3/512", ("uint8", "uint16", "float")),
        ("mean 21×21×21", "Mean/3D/{}/21x21x21/512", ("uint8", "uint16", "float")),
        ("separable convolution, 3 taps, to float", "SeparableConvolution/3D/{}/3x3x3/512", ("int16", "float")),
        ("discrete Gaussian, sigma 2", "Gaussian/3D/{}/sigma2/512", ("float",)),
        ("discrete Gaussian, sigma 4", "Gaussian/3D/{}/sigma4/512", ("float",)),
        ("recursive Gaussian, to float", "RecursiveGaussian/3D/{}/sigma20/512", ("int16", "float")),
        ("convolution 3×3×3", "DirectConvolution/3D/{}/3x3x3/512", ("uint8", "int16", "float")),
        ("convolution 5×5×5", "DirectConvolution/3D/{}/5x5x5/512", ("uint8", "int16", "float")),
        ("convolution 7×7×7", "DirectConvolution/3D/{}/7x7x7/512", ("uint8", "int16", "float")),
        ("convolution 5×5×3", "DirectConvolution/3D/{}/5x5x3/512", ("int16", "float")),
        ("convolution by FFT, 9×9×9", "FFTConvolution/3D/{}/9x9x9/512", ("float",)),
        ("convolution by FFT, 15×15×15", "FFTConvolution/3D/{}/15x15x15/512", ("float",)),
        ("convolution by FFT, 31×31×31", "FFTConvolution/3D/{}/31x31x31/512", ("float",)),
        ("zero crossing", "ZeroCrossing/3D/{}/512", ("float",)),
        ("Canny, on a volume of a picture's copies", "Canny/3D/{}/boat/512", ("float",)),
        ("Canny, of discs of it and a lower threshold of 0", "Canny/3D/{}/boatMasked/512", ("float",)),
    ):
        rows.append([label, *(figures.speed(name.format(pixel)) if pixel in measured else None for pixel in pixels)])
    denoising = "VolumeDenoising/3D/float/{}/181x217x181"
    if not figures.has(denoising.format("Gaussian")):
        return [table(*rows)]
    laws = [f"{figures.milliseconds(denoising.format(law))} ms" for law in ("Gaussian", "Rician")]
    cpu = "VolumeDenoisingCPU/3D/float/Gaussian/181x217x181"
    text = (
        f"Denoising of a head-like phantom of 181 × 217 × 181 float: {laws[0]}, of Rician noise {laws[1]}; the CPU filter with "
        f"{figures.of_context('cpu_threads')} threads: {figures.milliseconds(cpu)} ms."
    )
    return [table(*rows), text]


def write_edges(figures):
    canny = "Canny/2D/float/{}/16384"
    return [
        f"Zero crossings of float pixels: {figures.speed('ZeroCrossing/2D/float/16384')}. Canny of float pixels, variance 1.96, "
        f"thresholds 7 and 4, with its smoothing: {figures.speed(canny.format('boat'))} on `boat.png` and "
        f"{figures.speed(canny.format('cameraman'))} on `cameraman.png`, each tiled to 16384 × 16384; it takes "
        f"{figures.counter(canny.format('boat'), 'device_bytes_per_pixel', 'g')} bytes of device memory a pixel. With the lower "
        f"threshold 0, ITK's default, where each pixel may be one of an edge, and discs of `boat.png` on a flat background: "
        f"{figures.speed(canny.format('boatMasked'))}."
    ]


def write_isolines(figures):
    models = ("LimitedDeviation", "PrecomputedDirections", "Hybrid", "Tubes", "TubesAndGroups")
    name = "IsolineDenoising/2D/{}/{}/{}"
    rows = [["`boat.png`, tiled", *models]]
    rows.append(["512 × 512 float, ms", *(figures.milliseconds(name.format("float", model, 512)) for model in models)])
    rows.append(["4096 × 4096 float", *(figures.speed(name.format("float", model, 4096)) for model in models)])
    rows.append(["random pixels, float", *(figures.speed(name.format("float", model + "/random", 4096)) for model in models)])
    for label, pixel in (("uint8", "uint8"), ("RGB of uint8", "uint8RGB")):
        cells = [figures.speed(name.format(pixel, model, 4096)) for model in models[2:4]]
        rows.append([f"4096 × 4096 {label}", None, None, *cells, None])
    cpu = "IsolineDenoisingCPU/2D/float/{}/4096"
    rows.append([f"the CPU filter, {figures.of_context('cpu_threads')} threads", *(figures.speed(cpu.format(m)) for m in models)])
    return [table(*rows)]


def write_snake(figures):
    sides = (512, 3873, 10000, 12288)
    names = [f"RegionSnake/uint16/{side}" for side in sides]
    cpu = {side: f"RegionSnakeCPU/uint16/{side}" for side in (512, 3873, 12288)}
    return [
        table(
            ["uint16, ms", *(f"{side} × {side}" for side in sides)],
            ["whole segmentation", *map(figures.milliseconds, names)],
            ["of which cumulated images", None, None, None, figures.milliseconds("CumulatedImages/2D/uint16/12288")],
            [
                "model Published",
                figures.milliseconds("RegionSnake/uint16/Published/512"),
                None,
                None,
                figures.milliseconds("RegionSnake/uint16/Published/12288"),
            ],
            [
                f"the CPU filter, {figures.of_context('cpu_threads')} threads",
                *(figures.milliseconds(cpu[side]) if side in cpu else None for side in sides),
            ],
            ["intersection over union", *(figures.counter(name, "overlap", ".4f") for name in names)],
        ),
        "The target is a disc of half the pixels at a contrast of one standard deviation, the start automatic. 100 iterations "
        "of `itk::ScalarChanAndVeseDenseLevelSetImageFilter` take "
        f"{figures.milliseconds('ChanAndVeseCPU/float/512')} ms at 512 × 512, and reach an intersection over union of "
        f"{figures.counter('ChanAndVeseCPU/float/512', 'overlap')}. Perrot's thesis has 790 ms for 12288 × 12288 with its "
        "cumulated images, on another picture and a Tesla C2070. "
        "[RegionSnakeQuality.md](RegionSnakeQuality.md) has other targets and noises.",
    ]


def write_host(figures):
    chain = "Chain5/2D/float/3x3/4096"
    parts = [figures.counter(chain, f"{part}_ms") for part in ("upload", "kernels", "download")]
    images = "CannyHostToHost/2D/float/3848x2568x100/threads"
    return [
        f"Five 3×3 medians in a row on a `DeviceImage` of 4096 × 4096 float take {figures.milliseconds(chain)} ms, with one "
        f"upload ({parts[0]} ms by itself), kernels ({parts[1]} ms) and one download ({parts[2]} ms). Canny of 100 images of "
        f"3848 × 2568 float takes {figures.milliseconds(images + '4')} ms from host memory to host memory with four threads, "
        f"{figures.milliseconds(images + '1')} ms with one; ITK's takes {figures.milliseconds('CannyCPU/2D/float/3848x2568')} "
        f"ms for one of them with {figures.of_context('cpu_threads')} threads.",
        table(
            ["median, 10⁹ pixels a second", "uint8, 3×3", "float, 3×3", "float, 7×7"],
            ["plain `itk::Image` to `itk::Image`, 4096 × 4096"]
            + [figures.speed(f"Update/2D/{case}/4096") for case in ("uint8/3x3", "float/3x3", "float/7x7")],
            [f"ITK's filter, {figures.of_context('cpu_threads')} threads, 2048 × 2048"]
            + [figures.speed(f"MedianCPU/2D/{case}/2048") for case in ("uint8/3x3", "float/3x3", "float/7x7")],
        ),
    ]


def write_plain(figures):
    names = [name.removeprefix("Plain/") for name in figures.rows if name.startswith("Plain/") and figures.has(name)]
    rows = [["2048 × 2048 or 160³", "uploaded, filtered, downloaded, ms", f"ITK, {figures.of_context('cpu_threads')} threads, ms"]]
    rows += [
        [f"`{name.split('/')[0]}`, {name.split('/')[2]}", figures.milliseconds(f"Plain/{name}"), figures.milliseconds(f"PlainCPU/{name}")]
        for name in names
    ]
    text = (
        "Which filters `CudaImageFiltersFactory` overrides on plain images, too: those that are faster even with their transfers. "
        "Filters that are not in the table were not measured so."
    )
    return [text, table(*rows)] if names else []
