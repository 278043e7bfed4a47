/** Reads a person's notification stream until it is closed; `heard` grows while it is open. */
export const openStream = async (url: string, token: string | undefined) => {
  const abort = new AbortController()
  const answer = await fetch(`${url}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${token}` },
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
