import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enrolled } from '../../../test/fixtures/second-factor.ts'
import { house } from '../../../test/house.ts'

const { another } = await house()
const { as, asBearer, db } = await another({ secondFactorRoles: ['sales'] })
const password = 'correct horse battery'
const email = 'mei@office.example'

test('an account whose role requires a second factor can sign in, and must set it up before anything else', async () => {
  await as('admin').post('/users', { name: 'mei', email, role: 'sales', password })
  const begun = await as().post('/login', { email, password })
  assert.equal(begun.status, 200)
  const call = asBearer(begun.data.token)
  const refused = [
    await call.get('/planned-trips'),
    await call.get('/users'),
    await call.post('/bookings', {}),
    await call.put('/me', { name: 'Mei' }),
    await call.post('/me/tokens', { name: 'ERP', expires_at: '2099-01-01T00:00:00Z' }),
    await call.get('/notifications'),
  ]
  for (const { status, body } of refused)
    assert.deepEqual(
      [status, body.code, body.detail],
      [
        403,
        'second_factor_required',
        'Your role signs in with a second factor; set one up in your account, then everything is open to you.',
      ],
    )
  assert.equal((await call.get('/me')).data.email, email)
  assert.equal((await call.get('/me/second-factor')).data.is_required, true)

  const app = await enrolled(db, call)
  assert.equal((await call.get('/planned-trips')).status, 200)
  assert.equal((await call.get('/users')).body.code, 'forbidden')

  const both = { current_password: password, code: await app.code() }
  assert.equal((await call.deleteWith('/me/second-factor', both)).status, 200)
  assert.equal((await call.get('/planned-trips')).body.code, 'second_factor_required', 'from the next request on')
  assert.equal((await call.post('/logout')).status, 200)
})

test('personal tokens of such an account are refused too, and other roles need no second factor', async () => {
  const { data } = await as('sales').get('/me')
  assert.equal(data.role, 'sales')
  assert.equal((await as('sales').get('/bookings')).body.code, 'second_factor_required')
  for (const who of ['admin', 'op', 'customer'] as const)
    assert.equal((await as(who).get('/bookings')).status, 200, who)
})
