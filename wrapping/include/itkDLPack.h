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
#ifndef itkDLPack_h
#define itkDLPack_h

#include <cstdint>

/** The structures of DLPack 1.0 by which libraries lend each other arrays, after the published specification,
 * https://dmlc.github.io/dlpack/latest/c_api.html. Names and layout are the specification's. */
namespace itk::dlpack
{
enum DeviceType : std::int32_t
{
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLCUDAManaged = 13
};

struct DLDevice
{
  std::int32_t device_type;
  std::int32_t device_id;
};

enum DataTypeCode : std::uint8_t
{
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2
};

struct DLDataType
{
  std::uint8_t  code;
  std::uint8_t  bits;
  std::uint16_t lanes;
};

struct DLTensor
{
  void *         data;
  DLDevice       device;
  std::int32_t   ndim;
  DLDataType     dtype;
  std::int64_t * shape;
  std::int64_t * strides; // in elements; null for C order
  std::uint64_t  byte_offset;
};

/** In a capsule named "dltensor". */
struct DLManagedTensor
{
  DLTensor dl_tensor;
  void *   manager_ctx;
  void (*deleter)(DLManagedTensor *);
};

struct DLPackVersion
{
  std::uint32_t major;
  std::uint32_t minor;
};

constexpr std::uint64_t DLPACK_FLAG_BITMASK_READ_ONLY = 1;
constexpr std::uint64_t DLPACK_FLAG_BITMASK_IS_COPIED = 2;

/** In a capsule named "dltensor_versioned". */
struct DLManagedTensorVersioned
{
  DLPackVersion version;
  void *        manager_ctx;
  void (*deleter)(DLManagedTensorVersioned *);
  std::uint64_t flags;
  DLTensor      dl_tensor;
};
} // namespace itk::dlpack

#endif
