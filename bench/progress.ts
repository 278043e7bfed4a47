const { stderr } = process

/** Shows progress on the terminal. A line with `stays` is kept; other lines are overwritten by the next one. */
export const showProgress = (what: string, stays = false) => {
  if (!stderr.isTTY) {
    if (stays) stderr.write(`${what}\n`)
    return
  }
  stderr.write(`\r\x1b[2K${what.slice(0, (stderr.columns ?? 80) - 1)}${stays ? '\n' : ''}`)
}
