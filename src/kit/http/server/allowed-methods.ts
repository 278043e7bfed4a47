import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'

/** Refuses a request without a route: 405 with `Allow` if the path has other methods, otherwise 404. */
export function allowedMethods(app: FastifyInstance) {
  const known: { path: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    // Preflight requests are accepted on every path, so an OPTIONS route does not make a path known.
    if (method === 'OPTIONS') return
    const path = new RegExp(
      `^${url
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, '[^/]+')
        .replace(/\*/g, '.*')}/?$`,
    )
    known.push({ path, methods: [method].flat() })
  })
  return {
    refuse: ({ url, method }: FastifyRequest) => {
      const path = url.split('?')[0] ?? ''
      const allowed = new Set(known.filter((route) => route.path.test(path)).flatMap(({ methods }) => methods))
      if (allowed.size === 0 || allowed.has(method)) return refuse('not_found')
      const allow = [...allowed].sort().join(', ')
      return refuse('method_not_allowed', {
        headers: { allow },
        detail: [`此網址可用的方法：${allow}。`, `This address takes: ${allow}.`],
      })
    },
  }
}
