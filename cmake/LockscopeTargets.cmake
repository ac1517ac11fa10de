# Flags of all our targets. They do not apply to third-party targets.
add_library(lockscope_flags INTERFACE)
target_compile_options(lockscope_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion
    -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms of g++ 12 when it optimises strings, std::optional and coroutine frames (GCC bugs 105329, 105562, 105651, 80635).
    target_compile_options(lockscope_flags INTERFACE
        -Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(LOCKSCOPE_WERROR)
    target_compile_options(lockscope_flags INTERFACE -Werror)
endif()
target_compile_definitions(lockscope_flags INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH
    LOCKSCOPE_VERSION="${PROJECT_VERSION}")
if(LOCKSCOPE_FUZZERS) # instrument the libraries, too, so that the fuzzer sees which branches an input takes
    target_compile_options(lockscope_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(LOCKSCOPE_SANITIZE)
    target_compile_options(lockscope_flags INTERFACE
        -fsanitize=${LOCKSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    if(NOT LOCKSCOPE_FUZZERS)
        # A third of the build. AddressSanitizer notices what comes of a null or dead object, and the fuzzers check alignment.
        target_compile_options(lockscope_flags INTERFACE -fno-sanitize=alignment,null,object-size,vptr)
    endif()
    target_compile_definitions(lockscope_flags INTERFACE LOCKSCOPE_SANITIZED)
    # Without -no-pie, each start of a sanitized program relocates some hundred megabytes of tables, and the tests start thousands of
    # programs.
    target_link_options(lockscope_flags INTERFACE -fsanitize=${LOCKSCOPE_SANITIZE} -no-pie)
    # Only programs: a library would not keep an object that nothing refers to.
    target_sources(lockscope_flags INTERFACE
        $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_CURRENT_LIST_DIR}/sanitized_exit.cpp>)
endif()

# Several files of a target are compiled as one (unity build), because most of the compile time goes into instantiating the same templates
# in each file. Private names must therefore differ between the files of a target. -DCMAKE_UNITY_BUILD=OFF compiles each file alone, as
# `./dev lint` does.
if(NOT DEFINED CMAKE_UNITY_BUILD)
    set(CMAKE_UNITY_BUILD ON)
endif()
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 16) # with 8, a clean build takes a third longer, but private names collide less often
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(lockscope_flags INTERFACE -Wno-subobject-linkage) # the warning treats the files of a batch as headers
endif()

# Headers that most files of a layer include are precompiled once per layer.
# base: std only; core: Qt Core; widgets: the window.
foreach(layer base core widgets)
    set(source "${CMAKE_BINARY_DIR}/precompiled/${layer}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "")
    add_library(lockscope_precompiled_${layer} STATIC "${source}")
    target_link_libraries(lockscope_precompiled_${layer} PRIVATE lockscope_flags)
    target_precompile_headers(lockscope_precompiled_${layer} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/precompiled/${layer}.h")
    set_target_properties(lockscope_precompiled_${layer} PROPERTIES AUTOMOC OFF AUTORCC OFF)
endforeach()
target_link_libraries(lockscope_precompiled_core PRIVATE Qt6::Core)
target_link_libraries(lockscope_precompiled_widgets PRIVATE Qt6::Widgets)

# Disables moc for targets whose sources contain no Q_OBJECT: running moc and compiling its output takes more than a second for each target.
function(lockscope_moc_where_needed target)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        string(REGEX REPLACE "\\.cpp$" ".h" header "${source}")
        foreach(file IN ITEMS "${source}" "${header}")
            get_filename_component(file "${file}" ABSOLUTE)
            if(EXISTS "${file}")
                file(STRINGS "${file}" found REGEX "Q_OBJECT|Q_GADGET|Q_NAMESPACE" LIMIT_COUNT 1)
                if(found)
                    return()
                endif()
            endif()
        endforeach()
    endforeach()
    set_target_properties(${target} PROPERTIES AUTOMOC OFF)
endfunction()

# lockscope_library(NAMESPACE Name SOURCES... DEPENDS... [PRECOMPILED base|core|widgets|none]): one static library per folder.
#
# The include path enforces the architecture's arrows. Every library puts only a *forwarding* directory of its own folder on its users'
# include path, so `#include "lockcore/redis/connection.h"` compiles only in a target that links Lockcore::Redis.
function(lockscope_library namespace name)
    cmake_parse_arguments(arg "" "PRECOMPILED" "SOURCES;DEPENDS;PRIVATE" ${ARGN})
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    string(TOLOWER "${namespace}_${name}" target)
    add_library(${target} STATIC ${arg_SOURCES})
    add_library(${namespace}::${name} ALIAS ${target})
    set(root "${CMAKE_BINARY_DIR}/include/${target}")
    get_filename_component(parent "${root}/${path}" DIRECTORY)
    file(MAKE_DIRECTORY "${parent}")
    file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${root}/${path}" SYMBOLIC)
    target_include_directories(${target} PUBLIC "${root}")
    target_link_libraries(${target} PUBLIC ${arg_DEPENDS} PRIVATE lockscope_flags ${arg_PRIVATE})
    if(NOT arg_PRECOMPILED)
        set(arg_PRECOMPILED core)
    endif()
    if(NOT arg_PRECOMPILED STREQUAL none)
        target_precompile_headers(${target} REUSE_FROM lockscope_precompiled_${arg_PRECOMPILED})
    endif()
    lockscope_moc_where_needed(${target})
endfunction()
