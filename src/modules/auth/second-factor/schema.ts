import type { ColumnType, Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { moment, oneOf, shown, whole } from '../../../kit/fields.ts'

/** The kinds of second factors. Passkeys and the operator's own single sign-on may be added. */
const kinds = ['totp'] as const
/** The methods to answer a challenge. */
const methods = [...kinds, 'recovery_code'] as const
export type Method = (typeof methods)[number]

/** Six digits of an authenticator app, or a recovery code. */
const code = Type.Unsafe<string>({
  type: 'string',
  pattern: '^([0-9]{6}|[A-Za-z2-7]{4}(-?[A-Za-z2-7]{4}){3})$',
  writeOnly: true,
  examples: ['492039'],
})
const recoveryCode = Type.String({ examples: ['K7QF-2MZA-XW3D-PLBE'] })
const secretToken = { pattern: '^[\\w-]{43}$', examples: ['Jb3kq0dWc2X8vZr5tYh1mLp7nSa4fGe6uIo9wBx_QyE'] }

export const Code = Type.Object({ code })
/** The body of requests that reduce protection: both factors, or only the code if the account has no password. */
export const BothFactors = Type.Object({
  current_password: Type.Optional(
    Type.Unsafe<string>({
      ...{ type: 'string', minLength: 1, maxLength: 200, format: 'query', writeOnly: true },
      examples: ['correct horse battery'],
    }),
  ),
  code,
})
export type BothFactors = Static<typeof BothFactors>

export const Challenge = Type.Object({
  status: Type.Literal('second_factor_required'),
  challenge: Type.String(secretToken),
  expires_at: Type.String({ format: 'date-time' }),
  methods: Type.Array(oneOf(methods)),
})
export const ChallengeAnswer = Type.Object({
  challenge: Type.Unsafe<string>({ type: 'string', writeOnly: true, ...secretToken }),
  code,
})
export type ChallengeAnswer = Static<typeof ChallengeAnswer>

export const Enrolment = Type.Object({
  kind: oneOf(kinds),
  secret: Type.String({ examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'] }),
  otpauth_uri: Type.String({
    examples: ['otpauth://totp/Guidon:mei%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Guidon'],
  }),
})
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(recoveryCode) })

const Factor = shown(Type.Object({ kind: oneOf(kinds), confirmed_at: moment() }))
export const State = Type.Object({
  is_required: Type.Boolean(),
  factors: Type.Array(Factor),
  recovery_codes_left: whole(),
})

/** The changes that are mailed to the owner. */
export type SecondFactorChange = 'confirmed' | 'removed' | 'reset' | 'recovery_code_used'

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    second_factors: Stamps & {
      user_id: number
      kind: (typeof kinds)[number]
      sealed: Buffer
      last_counter: Generated<number>
      confirmed_at: ColumnType<string | null, unknown, unknown>
    }
    recovery_codes: {
      id: Generated<number>
      user_id: number
      code_hash: Buffer
      created_at: Generated<string>
    }
    sign_in_challenges: {
      token_hash: Buffer
      user_id: number
      device_name: string | null
      expires_at: ColumnType<string, unknown, unknown>
      created_at: Generated<string>
    }
  }
}
