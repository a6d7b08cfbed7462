! Part of the Reprise project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
! speed.c in Fortran. With -DPLAIN the blocks run in a taskgroup, so that the
! program needs no library of ours.
!
!   speed series|stencil [grain [rounds]]

module shapes
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: width = 64, depth = 32, warm = 20
  integer, save :: grain = 20
  real(c_double), save, target :: mine(0:width - 1, 0:1) = 0, serial(0:width - 1, 0:1) = 0

contains

  subroutine work(to, from)
    real(c_double), intent(inout) :: to
    real(c_double), intent(in) :: from
    real(c_double) :: value
    integer :: i
    value = to + from
    do i = 1, grain
      value = value * 0.75d0 + 1
    end do
    to = value
  end subroutine

  subroutine series
    integer :: i, k
    do k = 1, depth
      do i = 0, width - 1
        !$omp task depend(inout: mine(i, 0)) firstprivate(i) shared(mine)
        call work(mine(i, 0), real(i, c_double))
        !$omp end task
      end do
    end do
  end subroutine

  subroutine stencil
    integer :: i, k, from, left, right
    do k = 0, depth - 1
      from = modulo(k, 2)
      do i = 0, width - 1
        left = max(i - 1, 0)
        right = min(i + 1, width - 1)
        !$omp task depend(in: mine(left, from), mine(i, from), mine(right, from)) &
        !$omp& depend(inout: mine(i, 1 - from)) firstprivate(i, from, left, right) &
        !$omp& shared(mine)
        call work(mine(i, 1 - from), &
                  (mine(left, from) + mine(i, from) + mine(right, from)) / 4)
        !$omp end task
      end do
    end do
  end subroutine

  subroutine run_serially(is_series)
    logical, intent(in) :: is_series
    integer :: i, k, from
    do k = 0, depth - 1
      from = modulo(k, 2)
      do i = 0, width - 1
        if (is_series) then
          call work(serial(i, 0), real(i, c_double))
        else
          call work(serial(i, 1 - from), (serial(max(i - 1, 0), from) + serial(i, from) &
                                          + serial(min(i + 1, width - 1), from)) / 4)
        end if
      end do
    end do
  end subroutine
end module

program speed
  use shapes
  use omp_lib
#ifndef PLAIN
  use ompx_taskgraph_lib
#endif
  implicit none
#ifndef PLAIN
  type(ompx_taskgraph_site), save, target :: site
  type(ompx_taskgraph_counts) :: counts
#endif
  character(len=20) :: shape, text
  integer :: rounds, round, refilled
  real(c_double), allocatable :: times(:)
  real(c_double) :: began
  logical :: right

  rounds = 500
  call get_command_argument(1, shape)
  if (shape /= "series" .and. shape /= "stencil") error stop "series or stencil?"
  if (command_argument_count() > 1) then
    call get_command_argument(2, text)
    read (text, *) grain
  end if
  if (command_argument_count() > 2) then
    call get_command_argument(3, text)
    read (text, *) rounds
  end if
  rounds = rounds + warm
  allocate (times(rounds))
  !$omp parallel
  !$omp single
  do round = 1, rounds
    began = omp_get_wtime()
#ifdef PLAIN
    !$omp taskgroup
    if (shape == "series") then
      call series
    else
      call stencil
    end if
    !$omp end taskgroup
#else
    if (shape == "series") then
      call ompx_taskgraph(site, series)
    else
      call ompx_taskgraph(site, stencil)
    end if
#endif
    times(round) = omp_get_wtime() - began
  end do
  !$omp end single
  !$omp end parallel
  do round = 1, rounds
    call run_serially(shape == "series")
  end do
  right = all(mine == serial)
  refilled = 0
#ifndef PLAIN
  if (ompx_get_taskgraph_site_counts(site, counts) == 1) refilled = int(counts%refilled)
#endif
  print "(2a, i0, a, f0.1, 3a, i0, a, i0, a)", trim(shape), " grain ", grain, ": ", &
    median(times(warm + 1:)) * 1d9 / (width * depth), " ns for each task, ", &
    trim(merge("right", "wrong", right)), ", ", refilled, " of ", rounds, " refilled"
  if (.not. right) error stop 1

contains

  ! The value that half of the others are below.
  function median(values) result(found)
    real(c_double), intent(in) :: values(:)
    real(c_double) :: found
    integer :: i
    found = values(1)
    do i = 1, size(values)
      if (abs(2 * count(values < values(i)) + count(values == values(i)) - size(values)) &
          <= count(values == values(i))) found = values(i)
    end do
  end function
end program
