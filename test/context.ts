import asyncHooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'

// node:test uses hooks on every promise to know to which test a call of `test` or `after`, or an error, belongs. They make a
// request to a service use half as much CPU again. An AsyncLocalStorage does the same, so it replaces the hooks.

type Init = Parameters<typeof asyncHooks.createHook>[0]['init']

const current = new AsyncLocalStorage<number>()
let register: Init

asyncHooks.createHook = ({ init }) => {
  register = init
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}
asyncHooks.executionAsyncId = () => current.getStore() ?? 0

const { runInAsyncScope } = AsyncResource.prototype
AsyncResource.prototype.runInAsyncScope = function (work, self, ...args) {
  if (!isTest(this)) return Reflect.apply(runInAsyncScope, this, [work, self, ...args])
  const id = this.asyncId()
  register?.(id, 'Test', 0, this)
  const within = () => current.run(id, () => Reflect.apply(work, self, args))
  return Reflect.apply(runInAsyncScope, this, [within])
}

const isTest = (resource: AsyncResource) => 'subtests' in resource
