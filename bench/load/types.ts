export type Request = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** The result of a run; times in milliseconds. */
export type Load = { requests: number; seconds: number; errors: number; p50: number; p99: number }

export type Generator = (url: string, requests: Request[], connections: number, seconds: number) => Promise<Load>
