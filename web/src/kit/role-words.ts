import type { User } from 'guidon-sdk'
import { departmentWords, roleWords } from 'guidon-sdk/words'
import type { Say } from './words.ts'

export type Role = User['role']
export type Department = User['departments'][number]

/** All roles of an account in words; department staff are described by their departments. */
export const roleOf = (say: Say, { roles, departments }: Pick<User, 'roles' | 'departments'>) =>
  roles
    .flatMap((role) =>
      role === 'department' ? departments.map((each) => say(...departmentWords[each])) : [say(...roleWords[role])],
    )
    .join(say('、', ', '))
