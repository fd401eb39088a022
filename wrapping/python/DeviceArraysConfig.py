depends = ("CudaImageFilters",)
templates = ()
factories = ()
