import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

// A program of its own: takes the page's script out of the package that carries it, and writes it gzipped.
const app = Fastify()
app.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } })
const { rawPayload } = await app.inject('/docs/js/scalar.js')
process.stdout.write(gzipSync(rawPayload))
