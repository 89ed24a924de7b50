// Under which key the browser keeps whether this device is to be notified by push messages: the
// code for it is loaded only where it is.

export const PUSH_KEY = 'rebelote.push'
