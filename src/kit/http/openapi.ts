import type { FastifyInstance } from 'fastify'
export const reference = (_app: FastifyInstance) => {}
