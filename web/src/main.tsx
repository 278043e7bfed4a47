import '@fontsource-variable/inter/wght.css'
import '../../src/kit/http/pages/tokens.css'
import './style/base.css'
import './style/parts.css'
import './shell/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './kit/api.ts'
import { keepFocusOfDisabled } from './kit/kept-focus.ts'
import { router } from './routes.tsx'

// A part of this page is gone: it is of a release that ended long ago. The page of today has all its parts; drafts survive.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('guidon.reloaded'))
  if (Date.now() - last < 60_000) return
  event.preventDefault()
  sessionStorage.setItem('guidon.reloaded', String(Date.now()))
  location.reload()
})

keepFocusOfDisabled()

const root = document.getElementById('console')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
