import { setTimeout as pause } from 'node:timers/promises'

/**
 * Reads a person's notification stream until it is closed. `heard` grows while it is open. `after` is the id of the last
 * notification that was received before.
 */
export const openStream = async (url: string, token: string | undefined, after?: number) => {
  const abort = new AbortController()
  const answer = await fetch(`${url}/api/notifications/stream`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(after !== undefined && { 'last-event-id': String(after) }),
    },
    signal: abort.signal,
  })
  if (answer.status !== 200) throw new Error(`the stream answered ${answer.status}`)
  const heard: number[] = []
  let isOpen = true
  const reading = (async () => {
    let text = ''
    for await (const bytes of answer.body ?? []) {
      text += Buffer.from(bytes).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const notification = /^data: (.*)$/m.exec(block)?.[1]
        if (notification) heard.push(JSON.parse(notification).id)
      }
    }
  })()
  reading
    .catch(() => {})
    .finally(() => {
      isOpen = false
    })
  return { heard, isOpen: () => isOpen, close: () => abort.abort() }
}

/** Like `openStream`, but as a browser does it: a stream that is closed is opened again, from the last id on. */
export const lastingStream = async (url: string, token: string | undefined) => {
  const heard: number[] = []
  let stream = await openStream(url, token)
  let isOver = false
  const take = () => heard.push(...stream.heard.splice(0))
  const follow = async () => {
    for (; !isOver; await pause(AGAIN_MS)) {
      take()
      if (stream.isOpen()) continue
      const opened = await openStream(url, token, heard.at(-1)).catch(() => undefined)
      if (opened) stream = opened
    }
    take()
    stream.close()
  }
  const following = follow()
  return {
    heard,
    end: () => {
      isOver = true
      return following
    },
  }
}
const AGAIN_MS = 300
