import type { User } from 'guidon-sdk'
import { departmentWords } from 'guidon-sdk/words/department'
import { roleWords } from 'guidon-sdk/words/role'
import type { Say } from './words.ts'

export type Role = User['role']
export type Department = User['departments'][number]

/** What somebody does here: the departments, else the role. */
export const roleOf = (say: Say, { role, departments }: Pick<User, 'role' | 'departments'>) =>
  departments.length > 0
    ? departments.map((each) => say(...departmentWords[each])).join(say('、', ', '))
    : say(...roleWords[role])
