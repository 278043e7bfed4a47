import { type FieldFaults, refuse } from '../../kit/errors.ts'
import type { Department, Role } from '../roles.ts'

type Departments = { department?: Department | null | undefined; departments?: Department[] | undefined }
type Placed = Departments & { role: Role; roles: readonly Role[]; tour_leader_id?: number | null | undefined }

/** `department` is the first of `departments`. If a body has only one of the two, the other is derived from it. */
export function placement({ department, departments }: Departments): Departments {
  if (departments === undefined) return department === undefined ? {} : { department, departments: listed(department) }
  return { departments, department: department === undefined ? (departments[0] ?? null) : department }
}

const listed = (department: Department | null) => (department === null ? [] : [department])

/** `role` is the first of `roles`. A role that is sent without `roles` becomes the only one, unless it is already the first. */
export function rolesOf(
  { role, roles }: { role?: Role | undefined; roles?: Role[] | undefined },
  had: readonly Role[] = [],
): { role?: Role; roles?: Role[] } {
  if (roles?.[0] !== undefined) return { role: role ?? roles[0], roles }
  return role === undefined || role === had[0] ? {} : { roles: [role] }
}

/**
 * A customer has no other role, because a customer sees only their own records. The role department and a department require each
 * other; a leader's profile requires the role leader.
 */
export function placementFaults({ role, roles, department, departments = [], tour_leader_id }: Placed): FieldFaults {
  return {
    ...(roles[0] !== role && {
      roles: [['第一個必須是主要角色。', 'The first of them must be the role.']] as const,
    }),
    ...(roles.includes('customer') &&
      roles.length > 1 && {
        roles: [
          [
            '客戶帳號不能兼任其他角色；請為此人另開一個同仁帳號。',
            'The account of a customer has no other role; give this person another account for its work.',
          ],
        ] as const,
      }),
    ...((departments[0] ?? null) !== (department ?? null) && {
      departments: [['第一個必須是主要部門。', 'The first of them must be the department.']] as const,
    }),
    ...(roles.includes('department') &&
      !department && {
        department: [['部門人員必須指定部門。', 'The role department needs its department.']] as const,
      }),
    ...(!roles.includes('department') &&
      department && {
        department: [['只有部門人員可以指定部門。', 'Only the role department has a department.']] as const,
      }),
    ...(!roles.includes('leader') &&
      tour_leader_id && {
        tour_leader_id: [
          ['只有領隊帳號可以連結領隊資料。', 'Only the role leader is linked to a leader profile.'],
        ] as const,
      }),
  }
}

type Exception = { override?: boolean | undefined; reason?: string | null | undefined }

/** A manager may do this only as an override of a conflict with a reason, unless another role allows it. */
export function refuseDailyWork(roles: readonly Role[], { override, reason }: Exception) {
  if (roles.some((role) => role !== 'manager') || (override && reason)) return
  refuse('forbidden', {
    detail: [
      '主管只在推翻衝突時執行此操作；請確認推翻並填寫原因。',
      'A manager does this only to accept a conflict: confirm the override and give a reason.',
    ],
  })
}
