# perpend_sources(VARIABLE [FOLDERS...]): the .cpp files of this folder, or of its FOLDERS and all below them.
function(perpend_sources variable)
  if(ARGN)
    list(TRANSFORM ARGN APPEND "/*.cpp" OUTPUT_VARIABLE patterns)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  else()
    file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  endif()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# perpend_compile_together(TARGET FILES): what a compiler spends on the headers of a file it spends once for this many.
# Files that hold one registered type, and so a `make` of their own, are compiled one by one: all of them name the parts
# of the type alike (make, evaluate, properties). So is the file of a test program that makes its `main`.
function(perpend_compile_together target files)
  if(NOT PERPEND_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
  # g++ takes the files of a batch for headers, whose types should not hold any of an unnamed namespace.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    if(EXISTS ${source})
      file(STRINGS ${source} is_apart REGEX "^Made.* make\\(const Properties|^#define BOOST_TEST_MODULE")
      if(is_apart)
        set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      endif()
    endif()
  endforeach()
endfunction()


# perpend_part(TARGET): belongs to libperpend, static and shared, from one compilation. What is exported is not replaced
# from outside: calls within a file stay direct.
function(perpend_part target)
  if(PERPEND_SHARED)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
  set_property(GLOBAL APPEND PROPERTY PERPEND_PARTS ${target})
endfunction()
