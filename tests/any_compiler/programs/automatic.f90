! Part of the Reprise project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
! Chains of ordinary tasks without any region, which the library refills if it
! may (OMPX_TASKGRAPH_AUTO=on).
program automatic
  implicit none
  integer, parameter :: cells = 40, steps = 100
  real(8) :: cell(0:cells), serial(0:cells)
  integer :: step, i

  cell = 1
  serial = 1
  !$omp parallel
  !$omp single
  do step = 1, steps
    do i = 1, cells
      !$omp task depend(in: cell(i - 1)) depend(inout: cell(i)) &
      !$omp& firstprivate(i, step) shared(cell)
      cell(i) = cell(i) * 0.5d0 + cell(i - 1) / (step + i)
      !$omp end task
    end do
    !$omp taskwait
  end do
  !$omp end single
  !$omp end parallel
  do step = 1, steps
    do i = 1, cells
      serial(i) = serial(i) * 0.5d0 + serial(i - 1) / (step + i)
    end do
  end do
  if (any(cell /= serial)) error stop 1
end program
