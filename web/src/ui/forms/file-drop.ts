import type { DragEvent } from 'react'

/** Event handlers for a place where files may be dropped. */
export const fileDrop = (take: (files: FileList) => unknown) => ({
  onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
  onDrop: (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    take(event.dataTransfer.files)
  },
})
