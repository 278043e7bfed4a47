import { type FieldFaults, refuse } from '../../kit/errors.ts'
import type { Department, Role } from '../roles.ts'

type Departments = { department?: Department | null | undefined; departments?: Department[] | undefined }
type Placed = Departments & { role: Role; tour_leader_id?: number | null | undefined }

/** `department` is the first of `departments`. If a body has only one of the two, the other is derived from it. */
export function placement({ department, departments }: Departments): Departments {
  if (departments === undefined) return department === undefined ? {} : { department, departments: listed(department) }
  return { departments, department: department === undefined ? (departments[0] ?? null) : department }
}

const listed = (department: Department | null) => (department === null ? [] : [department])

/** A department requires the role department, and vice versa; a leader's profile the role leader. */
export function placementFaults({ role, department, departments = [], tour_leader_id }: Placed): FieldFaults {
  return {
    ...((departments[0] ?? null) !== (department ?? null) && {
      departments: [['第一個必須是主要部門。', 'The first of them must be the department.']] as const,
    }),
    ...(role === 'department' &&
      !department && {
        department: [['部門人員必須指定部門。', 'The role department needs its department.']] as const,
      }),
    ...(role !== 'department' &&
      department && {
        department: [['只有部門人員可以指定部門。', 'Only the role department has a department.']] as const,
      }),
    ...(role !== 'leader' &&
      tour_leader_id && {
        tour_leader_id: [
          ['只有領隊帳號可以連結領隊資料。', 'Only the role leader is linked to a leader profile.'],
        ] as const,
      }),
  }
}

type Exception = { override?: boolean | undefined; reason?: string | null | undefined }

/** A manager does none of the daily work: it only accepts conflicts, with a reason. */
export function refuseDailyWork(role: string, { override, reason }: Exception) {
  if (role !== 'manager' || (override && reason)) return
  refuse('forbidden', {
    detail: [
      '主管只在推翻衝突時執行此操作；請確認推翻並填寫原因。',
      'A manager does this only to accept a conflict: confirm the override and give a reason.',
    ],
  })
}
