! Part of the Reprise project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
! Regions of the Fortran module: internal procedures and interoperable ones as
! blocks, series and stencil, taskloops and joins, ids and flags. Compared with
! serial code, and with what the library has counted.

module work
  use, intrinsic :: iso_c_binding
  use ompx_taskgraph_lib
  implicit none
  integer, parameter :: cells = 24, rounds = 10

  type :: tile
    real(c_double) :: values(5) = 0
    integer :: number = 0
  end type

  type :: series_work
    real(c_double), pointer :: x(:) => null()
    integer :: round = 0
  end type

  type(ompx_taskgraph_site), save, target :: series_site
  integer, save :: failures = 0, checks = 0
  logical, save :: plainly = .false.

contains

  subroutine step(to, from, salt)
    real(c_double), intent(inout) :: to
    real(c_double), intent(in) :: from
    integer, intent(in) :: salt
    to = modulo(to * 3 + from * 5 + salt, 65537.0_c_double)
  end subroutine

  ! The interoperable form: what it works on comes as an argument.
  subroutine series_block(argument) bind(c)
    type(c_ptr), value :: argument
    type(series_work), pointer :: w
    real(c_double), pointer :: x(:)
    integer :: i, k, round
    call c_f_pointer(argument, w)
    x => w%x
    round = w%round
    do k = 1, 3
      do i = 2, cells
        ! The block's own variables are gone when it has ended.
        !$omp task depend(in: x(i - 1)) depend(inout: x(i)) firstprivate(i, round, x)
        call step(x(i), x(i - 1), i + round)
        !$omp end task
      end do
    end do
  end subroutine

  subroutine series_serial(x, round)
    real(c_double), intent(inout) :: x(:)
    integer, intent(in) :: round
    integer :: i, k
    do k = 1, 3
      do i = 2, cells
        call step(x(i), x(i - 1), i + round)
      end do
    end do
  end subroutine

  subroutine check(what, seen, expected)
    character(len=*), intent(in) :: what
    real(c_double), intent(in) :: seen, expected
    !$omp critical
    checks = checks + 1
    if (seen /= expected) then
      failures = failures + 1
      if (failures < 10) print *, what, ": saw ", seen, ", expected ", expected
    end if
    !$omp end critical
  end subroutine

  subroutine counted(what, site, recorded, refilled, plain)
    character(len=*), intent(in) :: what
    type(ompx_taskgraph_site), intent(in) :: site
    integer, intent(in) :: recorded, refilled, plain
    type(ompx_taskgraph_counts) :: counts
    integer :: all
    call check(what, real(ompx_get_taskgraph_site_counts(site, counts), c_double), 1d0)
    if (plainly) then
      all = recorded + refilled + plain
      call check(what, real(counts%plain, c_double), real(all, c_double))
      return
    end if
    call check(what, real(counts%recorded, c_double), real(recorded, c_double))
    call check(what, real(counts%refilled, c_double), real(refilled, c_double))
    call check(what, real(counts%diverged, c_double), 0d0)
    call check(what, real(counts%plain, c_double), real(plain, c_double))
  end subroutine

  subroutine compare(what, seen, expected)
    character(len=*), intent(in) :: what
    real(c_double), intent(in) :: seen(:), expected(:)
    integer :: i
    do i = 1, size(seen)
      call check(what, seen(i), expected(i))
    end do
  end subroutine

  subroutine series
    real(c_double), target :: x(cells)
    real(c_double) :: serial(cells)
    type(series_work), target :: w
    integer, save :: called = 0
    integer :: round
    x = [(round, round = 1, cells)]
    serial = x
    w%x => x
    do round = 1, rounds
      w%round = round
      call ompx_taskgraph(series_site, series_block, c_loc(w))
      call series_serial(serial, round)
      call compare("series", x, serial)
    end do
    called = called + 1
    call counted("series", series_site, 1, called * rounds - 1, 0)
  end subroutine

  subroutine stencil
    type(ompx_taskgraph_site), save, target :: site
    real(c_double) :: a(0:cells + 1, 2), serial(0:cells + 1, 2)
    integer :: round, i
    do i = 0, cells + 1
      a(i, :) = i
    end do
    serial = a
    do round = 1, rounds
      call ompx_taskgraph(site, stencil_block)
      call stencil_serial
      call compare("stencil", a(:, 1), serial(:, 1))
      call compare("stencil", a(:, 2), serial(:, 2))
    end do
    call counted("stencil", site, 1, rounds - 1, 0)
  contains
    subroutine stencil_block
      integer :: i, k, from, to
      do k = 1, 4
        from = modulo(k, 2) + 1
        to = 3 - from
        do i = 1, cells
          !$omp task depend(in: a(i - 1, from), a(i, from), a(i + 1, from)) &
          !$omp& depend(inout: a(i, to)) firstprivate(i, from, to, round) shared(a)
          call step(a(i, to), a(i - 1, from) + a(i + 1, from) * 2 - a(i, from), round)
          !$omp end task
        end do
      end do
    end subroutine
    subroutine stencil_serial
      integer :: i, k, from, to
      do k = 1, 4
        from = modulo(k, 2) + 1
        to = 3 - from
        do i = 1, cells
          call step(serial(i, to), &
                    serial(i - 1, from) + serial(i + 1, from) * 2 - serial(i, from), round)
        end do
      end do
    end subroutine
  end subroutine

  ! Taskloops, undeferred tasks, groups and waits; a derived type by value.
  subroutine joins
    type(ompx_taskgraph_site), save, target :: site
    real(c_double) :: x(cells), total, serial(cells), expected
    type(tile) :: t
    integer :: round, k
    x = 0
    serial = 0
    expected = 0
    total = 0
    do round = 1, rounds
      t%values = [(round * k, k = 1, 5)]
      t%number = round
      call ompx_taskgraph(site, joins_block)
      do k = 1, cells
        call step(serial(k), real(k, c_double), round)
      end do
      expected = expected + sum(serial) + sum(t%values)
      do k = cells, 2, -3
        call step(serial(k), 1d0, round)
      end do
      call step(serial(1), expected, 3)
      call compare("joins", x, serial)
      call check("total", total, expected)
    end do
    call counted("joins", site, 1, rounds - 1, 0)
  contains
    subroutine joins_block
      integer :: i
      !$omp taskgroup
      !$omp task firstprivate(t) shared(total)
      if (t%number /= round) error stop "another round's tile"
      !$omp atomic
      total = total + sum(t%values)
      t%values = -1
      !$omp end task
      !$omp taskloop grainsize(5) firstprivate(round) shared(x)
      do i = 1, cells
        call step(x(i), real(i, c_double), round)
      end do
      !$omp end taskloop
      !$omp end taskgroup
      !$omp task if(.false.) shared(total, x)
      total = total + sum(x)
      !$omp end task
      !$omp taskloop num_tasks(4) firstprivate(round) shared(x)
      do i = cells, 2, -3
        call step(x(i), 1d0, round)
      end do
      !$omp end taskloop
      !$omp task depend(inout: x(1)) shared(x, total)
      call step(x(1), total, 3)
      !$omp end task
      !$omp taskwait
    end subroutine
  end subroutine

  ! Two graphs of one place; resets and plain runs.
  subroutine ids
    type(ompx_taskgraph_site), save, target :: site = ompx_taskgraph_site(line=7)
    real(c_double) :: x(cells), serial(cells)
    integer :: round, length, i, recorded, flags
    x = 1
    serial = 1
    recorded = 2
    do round = 1, 2 * rounds
      length = cells / (1 + modulo(round, 2))
      flags = ompx_taskgraph_flag_none
      if (round == 7) then
        flags = ompx_taskgraph_flag_reset
        recorded = recorded + 1
      end if
      if (round == 9) flags = ompx_taskgraph_flag_plain
      call ompx_taskgraph(site, ids_block, int(length, c_int64_t), flags)
      do i = 2, length
        call step(serial(i), serial(i - 1), round)
      end do
      call compare("ids", x, serial)
    end do
    call counted("ids", site, recorded, 2 * rounds - recorded - 1, 1)
  contains
    subroutine ids_block
      integer :: i
      do i = 2, length
        !$omp task depend(in: x(i - 1)) depend(inout: x(i)) firstprivate(i, round) &
        !$omp& shared(x)
        call step(x(i), x(i - 1), round)
        !$omp end task
      end do
    end subroutine
  end subroutine

  subroutine unattended
    type(ompx_taskgraph_site), save, target :: site
    real(c_double), target :: x(cells)
    real(c_double) :: serial(cells)
    type(series_work), target :: w
    integer :: round
    x = 2
    serial = 2
    w%x => x
    do round = 1, rounds
      call ompx_taskgraph(site, series_block, c_loc(w), flags=ompx_taskgraph_flag_nogroup)
      call series_serial(serial, 0)
    end do
    !$omp taskwait
    call compare("without a group", x, serial)
  end subroutine
end module

program any_fortran
  use omp_lib
  use work
  implicit none
  character(len=8) :: mode

  call get_environment_variable("OMPX_TASKGRAPH", mode)
  plainly = mode == "off"
  !$omp parallel
  !$omp single
  call series
  call stencil
  call joins
  call ids
  call unattended
  !$omp end single
  !$omp end parallel
  call series ! outside all parallel regions
  print "(i0, a, i0, a)", checks, " checks, ", failures, " failed"
  if (failures /= 0) error stop 1
end program
