import { type ComponentType, useLayoutEffect, useState } from "react";

/**
 * Renders an editor in a second pass, which React does not interrupt. TipTap destroys editors that are not mounted
 * within a millisecond of their creation, which happens while React renders a lazy page in slices.
 */
export function renderAfterMount<Props extends object>(Editor: ComponentType<Props>): ComponentType<Props> {
  return function WhenMounted(props) {
    const [isMounted, setIsMounted] = useState(false);
    useLayoutEffect(() => setIsMounted(true), []);
    return isMounted ? <Editor {...props} /> : null;
  };
}
