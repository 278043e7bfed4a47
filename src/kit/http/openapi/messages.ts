import { type TSchema, Type } from 'typebox'
import { moment, shown } from '../../fields.ts'
import { say, type Words } from '../../words/words.ts'
import type { Messages } from './about.ts'
import { exampleOf } from './example.ts'
import type { NameSchema } from './named-schemas.ts'
import { pascal } from './names.ts'
import type { Schema } from './schema.ts'
import { standard } from './standard.ts'

/** The messages to other systems, as the `webhooks` of the document. */
export const messagesOf = (messages: Messages, named: NameSchema) =>
  Object.fromEntries(
    Object.entries(messages).map(([type, { says, data }]) => [type, { post: message(type, says, data, named) }]),
  )

const message = (type: string, says: Words, data: TSchema, named: NameSchema) => {
  const whole: TSchema = shown(Type.Object({ type: Type.Literal(type), timestamp: moment(), data }))
  const body = whole as Schema
  return {
    operationId: `tell${pascal(type)}`,
    tags: ['webhooks'],
    summary: `${say(says, 'en')} ${say(says, 'zh-TW')}`,
    security: [],
    parameters: headers.map(([name, description, example]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', examples: [example] },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: named(standard(body), `${pascal(type)}Message`),
          example: exampleOf(body),
        },
      },
    },
    responses: {
      '2XX': { description: '已收到 Taken; anything else is tried again for three days' },
      410: { description: '不再接收 No more, please: the webhook is switched off' },
    },
  }
}

const headers = [
  ['webhook-id', '重送時不變 Stays the same however often it is sent', 'msg_5f0c7c86f2a34c6fb0c0a1d2e3f40516'],
  ['webhook-timestamp', '送出的時間（秒） When it was sent, in seconds', '1801049400'],
  ['webhook-signature', 'Standard Webhooks (HMAC-SHA256)', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
] as const
