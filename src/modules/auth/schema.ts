import type { ColumnType, Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { email, line, moment, password, ref, whole } from '../../kit/fields.ts'
import { OwnAccount } from '../users/user.ts'
import { Challenge } from './second-factor/schema.ts'

/** A session ends after a month, or after three days without use; a personal token on its date. */
export const lifetimes = { session: '30 days', idle: '3 days' } as const

const given = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: 200,
  format: 'query',
  writeOnly: true,
  examples: ['correct horse battery'],
})
const linkToken = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[\\w-]{43}$',
  writeOnly: true,
  examples: ['Jb3kq0dWc2X8vZr5tYh1mLp7nSa4fGe6uIo9wBx_QyE'],
})

export const Login = Type.Object({
  email: email(),
  password: given,
  device_name: Type.Optional(line(100, 'Office iPad')),
})
export type Login = Static<typeof Login>
export const Address = Type.Object({ email: email() })
export const Redeem = Type.Object({ token: linkToken, device_name: Type.Optional(line(100)) })
export const Reset = Type.Object({ token: linkToken, password: password() })
export const PasswordChange = Type.Object({ current_password: given, password: password() })

export const SignedIn = Type.Object({
  token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_at: Type.String(),
  user: OwnAccount,
})

/** The answer of a sign-in that requires the second factor. */
export const unfinished = { status: 202, returns: Challenge }

export const Session = Type.Object({
  id: ref(),
  name: line(100),
  last_used_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
  created_at: Type.String({ format: 'date-time' }),
  is_current: Type.Boolean(),
})
export const NewToken = Type.Object({ name: line(100, '會計系統'), expires_at: moment() })
export const MadeToken = Type.Object({
  id: whole(1),
  name: Type.String(),
  expires_at: Type.String({ format: 'date-time' }),
  token: Type.String(),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    tokens: {
      id: Generated<number>
      user_id: number
      kind: 'session' | 'personal'
      name: string
      token_hash: Buffer
      last_used_at: Generated<string>
      expires_at: ColumnType<string, unknown, unknown>
      idle_for: ColumnType<string | null, unknown, unknown>
      created_at: Generated<string>
    }
  }
}
