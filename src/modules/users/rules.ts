import type { FieldFaults } from '../../kit/errors.ts'
import type { Department, Role } from './schema.ts'

type Placed = { role: Role; department?: Department | null | undefined; tour_leader_id?: number | null | undefined }

/** A department requires the role department, and vice versa; a leader's profile the role leader. */
export const placementFaults = ({ role, department, tour_leader_id }: Placed): FieldFaults => ({
  ...(role === 'department' &&
    !department && { department: [['部門人員必須指定部門。', 'The role department needs its department.']] as const }),
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
})
