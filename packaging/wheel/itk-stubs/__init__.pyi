"""itk with the module CudaImageFilters. What is ITK's own comes from its Python files, or is Any."""

from typing import Any

from itk.support.extras import *
from itk.support.init_helpers import *
from itk.support.types import B as B
from itk.support.types import D as D
from itk.support.types import F as F
from itk.support.types import IT as IT
from itk.support.types import LD as LD
from itk.support.types import OT as OT
from itk.support.types import SC as SC
from itk.support.types import SI as SI
from itk.support.types import SL as SL
from itk.support.types import SLL as SLL
from itk.support.types import SS as SS
from itk.support.types import ST as ST
from itk.support.types import UC as UC
from itk.support.types import UI as UI
from itk.support.types import UL as UL
from itk.support.types import ULL as ULL
from itk.support.types import US as US
from itk.support.types import itkCType as itkCType

from ._cuda_image_filters import *

__version__: str

def __getattr__(name: str) -> Any: ...
