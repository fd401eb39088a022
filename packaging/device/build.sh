#!/usr/bin/env bash
# Compiles and links, in a folder of package.sh --sources, what the other scripts run: bash build.sh
# It takes g++ and nvcc, and no ITK: headers and libraries are in the folder.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PATH=$PATH:/usr/local/cuda/bin
cd "$here/build"
# The toolkit may be elsewhere than where the commands come from.
cuda=$(dirname "$(dirname "$(command -v nvcc)")")
sed -e "s|@here@|$here|g" -e "s|[^ ]*/libcudart_static.a|$cuda/lib64/libcudart_static.a|g" "$here/commands" >commands
# Folders of the objects, and of what is linked.
grep -oE ' -o [^ ]+' commands | cut -d ' ' -f 3 | xargs dirname | sort -u | xargs mkdir -p
# Device code takes longest, and begins first.
{ grep -E 'nvcc .* -c ' commands; grep -E ' -c ' commands | grep -v 'nvcc '; } |
  tr '\n' '\0' | xargs -0 -P "$(nproc)" -I{} bash -c {}
sed -n '/ -c /!p' commands | while read -r command; do
  [[ $command == *"cmake -E cmake_symlink_library"* ]] || bash -c "$command"
done
mkdir -p "$here/bin"
install --strip bin/CudaImageFilters* "$here/bin"
for library in lib/lib*.so.*; do
  install --strip "$library" "$here/lib/$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')"
done
cuda=$(nvcc --version | sed -n 's/.*, V\([0-9.]*\)/\1/p')
sed -i "s/\"cuda\": \"[^\"]*\"/\"cuda\": \"$cuda\"/" "$here/build.json"
