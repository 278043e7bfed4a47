import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * A link between two machines, in a thread of its own: what comes to its port goes to the socket, and every byte is held back for so
 * many milliseconds in each direction.
 */
export const openLink = async (socket: string) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: socket })
  const [port]: number[] = await once(worker, 'message')
  return {
    port: port ?? 0,
    delay: (milliseconds: number) => worker.postMessage(milliseconds),
    close: () => worker.terminate(),
  }
}

const serve = async () => {
  let delay = 0
  parentPort?.on('message', (milliseconds: number) => {
    delay = milliseconds
  })
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => (delay ? setTimeout(() => to.write(bytes), delay) : to.write(bytes)))
    from.on('error', () => {}).on('close', () => to.destroy())
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect(workerData)
    pass(near, far)
    pass(far, near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  parentPort?.postMessage((server.address() as AddressInfo).port)
}

if (!isMainThread) await serve()
