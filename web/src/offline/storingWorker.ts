// The worker that stores the files: it is sent their names, and answers with what went wrong, or ''.

import { storeAll } from './storing'

addEventListener('message', ({ data }: MessageEvent<string[]>) => {
  storeAll(data).then(
    () => postMessage(''),
    (error: unknown) => postMessage(String(error)),
  )
})
