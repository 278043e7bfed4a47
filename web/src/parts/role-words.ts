import type { User } from 'guidon-sdk'
import type { Say, Words } from '../kit/words.ts'

export type Role = User['role']
export type Department = User['departments'][number]

export const departmentWords: Record<Department, Words> = {
  ticketing: ['票務', 'Ticketing'],
  line_control: ['線控', 'Line control'],
  op: ['OP', 'Operations'],
}

export const roleWords: Record<Role, Words> = {
  admin: ['管理員', 'Administrator'],
  manager: ['主管', 'Manager'],
  sales: ['業務', 'Sales'],
  department: ['部門人員', 'Department'],
  finance: ['財務', 'Finance'],
  leader: ['領隊', 'Tour leader'],
  customer: ['客戶', 'Customer'],
}

/** What somebody does here: the departments, else the role. */
export const roleOf = (say: Say, { role, departments }: Pick<User, 'role' | 'departments'>) =>
  departments.length > 0
    ? departments.map((each) => say(...departmentWords[each])).join(say('、', ', '))
    : say(...roleWords[role])
