import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

// Runs as a child process: extracts the page's script from its package and writes it to stdout, gzipped.
const app = Fastify()
app.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } })
const { rawPayload } = await app.inject('/docs/js/scalar.js')
process.stdout.write(gzipSync(rawPayload))
