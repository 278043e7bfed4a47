import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FILE_MB, MOST_OF_UPLOAD } from '../../src/kit/sizes.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const MB = 1024 * 1024

test('the proxies forward the largest body that the service accepts', () => {
  assert.match(read('deploy/nginx.conf'), new RegExp(`client_max_body_size ${MOST_OF_UPLOAD / MB}m;`))
  assert.match(read('deploy/haproxy.cfg'), new RegExp(`req\\.hdr_val\\(content-length\\) gt ${MOST_OF_UPLOAD}\\n`))
})

test('the console names the largest file that the service accepts', () =>
  assert.match(read('web/src/ui/forms/file-field.tsx'), new RegExp(`最大 ${FILE_MB} MB.*${FILE_MB} MB at most`)))
