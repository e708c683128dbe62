import { type MouseEvent, type ReactNode, useState } from "react";
import type { Messages } from "../../texts/use-texts.ts";
import { isPlainClick } from "../../ui/anchor.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import type { PictureViewer } from "./nodes/picture-viewer.tsx";

interface PicturesProps {
  direction: "ltr" | "rtl" | undefined;
  messages: Messages | undefined;
  appearance: Appearance | undefined;
  children: ReactNode;
}

/** The element around the content. Links to full images open the viewer once hydrated. */
export function Pictures({ direction, messages, appearance, children }: PicturesProps) {
  const [shown, setShown] = useState<{ Viewer: typeof PictureViewer; link: HTMLAnchorElement }>();

  function show(event: MouseEvent<HTMLElement>) {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-picture]");
    if (!link || !isPlainClick(event as MouseEvent<HTMLAnchorElement>)) return;
    event.preventDefault();
    import("./nodes/picture-viewer.tsx").then(
      ({ PictureViewer: Viewer }) => setShown({ Viewer, link }),
      () => window.location.assign(link.href),
    );
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside handle clicks and keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires a click */}
      <div {...part("richContent", "site-prose", appearance)} dir={direction} onClick={show}>
        {children}
      </div>
      {shown && <shown.Viewer link={shown.link} messages={messages} onClose={() => setShown(undefined)} />}
    </>
  );
}
