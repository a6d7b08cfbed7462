!===-----------------------------------------------------------------------===!
!
! Part of the Reprise project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE in the project's root for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===-----------------------------------------------------------------------===!
! Taskgraph regions for any Fortran 2008 compiler; docs/any-compiler.md is their
! guide. Compile this file beside your own: a .mod file fits one compiler only.
! What the calls do stands in ompx_taskgraph.h.

module ompx_taskgraph_lib
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: ompx_taskgraph, ompx_get_taskgraph_site_counts
  public :: ompx_taskgraph_site, ompx_taskgraph_counts

  ! One for each calling place, with the attributes save and target, and without
  ! another initial value than its own, but for `line`.
  type, bind(c) :: ompx_taskgraph_site
    type(c_ptr) :: record = c_null_ptr
    type(c_ptr) :: file = c_null_ptr
    type(c_ptr) :: function = c_null_ptr
    integer(c_int32_t) :: line = 0
    integer(c_int32_t) :: column = 0
    integer(c_int32_t) :: version = 1
    integer(c_int32_t) :: reserved = 0
    type(c_funptr) :: recording = c_null_funptr
    type(c_ptr) :: graph = c_null_ptr
  end type

  ! What the calls with a site came to, by number.
  type, bind(c) :: ompx_taskgraph_counts
    integer(c_int64_t) :: recorded = 0
    integer(c_int64_t) :: replayed = 0
    integer(c_int64_t) :: refilled = 0
    integer(c_int64_t) :: diverged = 0
    integer(c_int64_t) :: plain = 0
  end type

  integer(c_int), parameter, public :: &
    ompx_taskgraph_flag_none = 0, &
    ompx_taskgraph_flag_reset = 2, &
    ompx_taskgraph_flag_nogroup = 4, &
    ompx_taskgraph_flag_nowait = 8, &
    ompx_taskgraph_flag_plain = 16

  abstract interface
    subroutine ompx_block()
    end subroutine
    subroutine ompx_block_with_argument(argument) bind(c)
      import :: c_ptr
      type(c_ptr), value :: argument
    end subroutine
  end interface

  ! call ompx_taskgraph(site, block [, graph_id] [, flags])
  !   block     a subroutine without arguments: external, of a module, or
  !             internal, which sees the variables of the procedure around it
  ! call ompx_taskgraph(site, block, argument [, graph_id] [, flags])
  !   block     an interoperable subroutine, not internal
  !   argument  a type(c_ptr), passed to the block
  interface ompx_taskgraph
    module procedure call_block, call_block_with_argument
  end interface

  interface
    subroutine c_taskgraph(site, flags, graph_id, block, argument) &
        bind(c, name="ompx_taskgraph")
      import :: c_ptr, c_funptr, c_int, c_int64_t
      type(c_ptr), value :: site
      integer(c_int), value :: flags
      integer(c_int64_t), value :: graph_id
      type(c_funptr), value :: block
      type(c_ptr), value :: argument
    end subroutine

    ! Returns 1, or 0 if the site was not met.
    integer(c_int) function ompx_get_taskgraph_site_counts(site, counts) &
        bind(c, name="ompx_get_taskgraph_site_counts")
      import :: ompx_taskgraph_site, ompx_taskgraph_counts, c_int
      type(ompx_taskgraph_site), intent(in) :: site
      type(ompx_taskgraph_counts), intent(out) :: counts
    end function
  end interface

  type :: block_holder
    procedure(ompx_block), pointer, nopass :: block => null()
  end type

contains

  subroutine call_block(site, block, graph_id, flags)
    type(ompx_taskgraph_site), intent(inout), target :: site
    procedure(ompx_block) :: block
    integer(c_int64_t), intent(in), optional :: graph_id
    integer(c_int), intent(in), optional :: flags
    type(block_holder), target :: holder
    holder%block => block
    call call_block_with_argument(site, run_held_block, c_loc(holder), graph_id, &
                                  flags)
  end subroutine

  subroutine run_held_block(argument) bind(c)
    type(c_ptr), value :: argument
    type(block_holder), pointer :: holder
    call c_f_pointer(argument, holder)
    call holder%block()
  end subroutine

  subroutine call_block_with_argument(site, block, argument, graph_id, flags)
    type(ompx_taskgraph_site), intent(inout), target :: site
    procedure(ompx_block_with_argument) :: block
    type(c_ptr), intent(in) :: argument
    integer(c_int64_t), intent(in), optional :: graph_id
    integer(c_int), intent(in), optional :: flags
    integer(c_int64_t) :: id
    integer(c_int) :: given
    id = 0
    given = ompx_taskgraph_flag_none
    if (present(graph_id)) id = graph_id
    if (present(flags)) given = flags
    call c_taskgraph(c_loc(site), given, id, c_funloc(block), argument)
  end subroutine
end module
