import { type ComponentType, useEffect, useState } from "react";
import { usePorchlight } from "../../provider.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import type { PasskeySignInProps } from "./passkey-sign-in.tsx";

/**
 * What signs in with passkeys, fetched where the client and the browser know them: `place` is kept for it until it is there, so that
 * nothing moves then.
 */
export function usePasskeySignIn(): ComponentType<PasskeySignInProps> | "place" | undefined {
  const { passkeys } = usePorchlight().client;
  const hasScripts = useHydrated();
  const [loaded, setLoaded] = useState<{ Part?: ComponentType<PasskeySignInProps> }>();
  const isOfUse = passkeys !== undefined && (!hasScripts || typeof PublicKeyCredential === "function");
  useEffect(() => {
    if (!isOfUse) return;
    import("./passkey-sign-in.tsx").then(
      ({ PasskeySignIn }) => setLoaded({ Part: PasskeySignIn }),
      () => setLoaded({}),
    );
  }, [isOfUse]);
  if (!isOfUse) return undefined;
  return loaded ? loaded.Part : "place";
}
