// Browser objects that modules of the console use while they are loaded; for tests without a browser.

Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: () => {} },
  document: { documentElement: { style: {} } },
})
