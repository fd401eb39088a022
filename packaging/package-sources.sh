#!/usr/bin/env bash
# Called by package.sh --sources: copies what the targets of a configured build are compiled and linked from, ITK's headers and
# libraries included: bash package-sources.sh BUILD PACKAGE TARGET...
set -euo pipefail
build=$1 package=$2
source=$PWD
system=$package/system
mkdir -p "$system" "$package/lib"

git ls-files -z --cached --others --exclude-standard include src test benchmark examples |
  xargs -0 cp --parents --target-directory "$(mkdir -p "$package/source" && echo "$package/source")"
(cd "$build" && find . \( -name '*.h' -o -name '*.cxx' -o -name '*.cu' \) -print0 |
  xargs -0 cp --parents --target-directory "$(mkdir -p "$package/build" && echo "$package/build")")

ninja -C "$build" -t commands "${@:3}" | sed 's|^[^ ]*/ccache ||' >"$package/commands"
itk=$(grep -o -m 1 -E '/[^ =]*/ITK-[0-9.]+' "$package/commands" | head -n 1)

# Headers of what is neither ITK nor the compiler's or glibc's own, such as GoogleTest's, and ITK's as a whole.
cp -r --parents "$itk" "$system"
grep -h '^#include' -r include test benchmark examples --include='*.h' --include='*.hxx' --include='*.cxx' | sort -u |
  sed -n 's/^#include ["<]\([^">]*\)[">].*/\1/p' | while read -r header; do
  [[ ! -e $itk/$header && ! -e /usr/include/$header ]] || echo "#include <$header>"
done >"$package/all.cxx"
g++ -std=c++17 -I"$build/include" -isystem "$itk" -M "$package/all.cxx" | tr -d '\\' | tr ' ' '\n' | grep '^/usr/include/' |
  grep -v "^$itk/" | xargs realpath | sort -u | xargs dpkg-query --search 2>/dev/null |
  grep -vE '^(libc6|linux-libc|libstdc\+\+|libgcc|libcrypt)[^:]*-dev' | sed 's/^[^ ]* //' |
  xargs --no-run-if-empty cp --parents --target-directory "$system"
rm "$package/all.cxx"

# Libraries that are linked, and those that they need; the machine has its own of the compiler and of glibc.
grep -o -E '/usr/lib/[^ ,]*\.(so[0-9.]*|a)' "$package/commands" | sort -u | grep -vE '/(libdl|librt|libpthread|libm)\.' |
  while read -r library; do
    cp -L "$library" "$package/lib"
    [[ $library == *.a ]] || ldd "$library" | awk '$2 == "=>" { print $3 }'
  done | sort -u | grep -vE '/(libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|ld-linux[^/]*)\.so' |
  xargs cp -L --update --target-directory "$package/lib"
find "$package/lib" -name '*.so*' -exec strip --strip-unneeded {} +
# They are linked by one name, and loaded by another.
for library in "$package"/lib/*.so*; do
  name=$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')
  [[ -e $package/lib/$name ]] || ln -s "${library##*/}" "$package/lib/$name"
done

sed -i -e "s|$build|@here@/build|g" -e "s|$source/|@here@/source/|g" -e "s|$source\b|@here@/source|g" \
  -e "s|\(isystem[ =]\)$itk|\1@here@/system$itk -isystem @here@/system/usr/include|g" \
  -e 's#/usr/lib/\([^ ,]*/\)\?\(lib[^/ ,]*\.\(so[0-9.]*\|a\)\)#@here@/lib/\2#g' \
  -e 's#@here@/lib/\(lib\(dl\|rt\|pthread\|m\)\.[a-z]*\)#-l:\1#g' \
  -e "/ -c /!s|^: && [^ ]*c++ |&-Wl,-rpath-link,@here@/lib |" -e 's| && cd @here@.*||' "$package/commands"
install packaging/device/build.sh "$package"
