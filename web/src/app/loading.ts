// Code that is loaded on demand. It is there before its page is shown, so that nothing flashes.

import type { Component } from 'svelte'
import { PAGES, type Load, type Route } from './routes'

type Loaded<L extends Load> = Awaited<ReturnType<L>>['default']

const components = new Map<Load, Component<never>>()

/** Load a component once; rejects where it cannot be loaded. */
export async function load(loader: Load): Promise<void> {
  if (!components.has(loader)) components.set(loader, (await loader()).default)
}

/** A component, if it is loaded. Not reactive: read it only after the state that is set once it is. */
export const loaded = <L extends Load>(loader: L): Loaded<L> | undefined => components.get(loader)

/** Load what this page needs. */
export async function loadPage(page: Route['page']): Promise<void> {
  const loader = PAGES[page].load
  if (loader) await load(loader)
}
