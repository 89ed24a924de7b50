// A region has to be there before what is said in it: browsers do not announce one that comes whole.

const SETTLED = 150

/** False while a component is new to the page; call while it is made. */
export function afterMount(): { readonly now: boolean } {
  const settled = $state({ now: false })
  $effect(() => {
    const timer = setTimeout(() => (settled.now = true), SETTLED)
    return () => clearTimeout(timer)
  })
  return settled
}
