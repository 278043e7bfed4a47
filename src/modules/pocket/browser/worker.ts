/** Written before this script by the service: the files of the page without a trip in it, and a name that changes with them. */
declare const POCKET: { cache: string; others: string; scope: string; shell: string; files: string[] }

// Only pages have their types in this project.
type Kept = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetch = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }
declare const self: {
  addEventListener(type: 'install' | 'activate', follow: (event: Kept) => void): void
  addEventListener(type: 'fetch', follow: (event: Fetch) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  location: Location
}

// The page opens from what is kept here, with or without a network, and then reads its trips itself. Nothing that it reads or sends
// passes through here, and no trip is kept here.
self.addEventListener('install', (event) => event.waitUntil(fill().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(keptOr(POCKET.shell, request))
  else if (POCKET.files.includes(pathname)) event.respondWith(keptOr(pathname, request))
})

const isPage = (path: string) => path.startsWith(POCKET.scope) && /^\d*$/.test(path.slice(POCKET.scope.length))

const fill = async () => {
  const cache = await caches.open(POCKET.cache)
  await cache.addAll([POCKET.shell, ...POCKET.files].map((path) => new Request(path, { cache: 'reload' })))
}

const dropOthers = async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(POCKET.others) && name !== POCKET.cache)
  await Promise.all(names.map((name) => caches.delete(name)))
}

const keptOr = async (path: string, request: Request) => {
  const cache = await caches.open(POCKET.cache)
  return (await cache.match(path)) ?? fetch(request)
}

export {}
