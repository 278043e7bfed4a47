import asyncHooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'

// node:test learns by hooks on every promise to which test a call of `test` or `after`, or an error, belongs. With them a request
// to a service takes half as much CPU again. An AsyncLocalStorage knows the same, so it stands in for the hooks.

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
