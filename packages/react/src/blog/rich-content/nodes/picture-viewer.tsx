import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import picture from "@porchlight/contract/texts/en/blog-picture.json" with { type: "json" };
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { type Messages, useTexts } from "../../../texts/use-texts.ts";
import { Spinner } from "../../../ui/button.tsx";

const words = { ...blog, ...picture };

export interface PictureViewerProps {
  /** The link to the image that was opened. */
  link: HTMLAnchorElement;
  /** Called when closed, with focus back on `link`. */
  onClose(): void;
  messages?: Messages | undefined;
}

/**
 * An image in a modal viewer with its caption; arrow keys and buttons show the others of its gallery. Esc, the button
 * and a click outside the image close it.
 */
export function PictureViewer({ link, onClose, messages }: PictureViewerProps) {
  const text = useTexts(words, messages);
  const ref = useRef<HTMLDialogElement>(null);
  const [links] = useState(() => linksBeside(link));
  const [index, setIndex] = useState(() => links.indexOf(link));
  const [state, setState] = useState<{ index: number; hasFailed: boolean }>();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    return () => {
      dialog.close();
      // Not every browser focuses a clicked link.
      link.focus();
    };
  }, [link]);

  const { src, srcSet, alt, caption } = pictureOf(links[index] ?? link, text("blog.content.picture"));
  const place = links.length > 1 ? text("blog.picture.place", { n: index + 1, count: links.length }) : "";
  const close = () => ref.current?.close();
  const turn = (by: number) => setIndex((index + by + links.length) % links.length);

  function turnByKey(event: KeyboardEvent<HTMLDialogElement>) {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const by = { ArrowRight: forward, ArrowLeft: -forward, Home: -index, End: -index - 1 }[event.key];
    if (by === undefined || links.length < 2) return;
    event.preventDefault();
    turn(by);
  }

  return (
    <dialog
      ref={ref}
      className="site-viewer"
      aria-label={caption || alt || text("blog.content.picture")}
      onKeyDown={turnByKey}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest("img, button, figcaption")) close();
      }}
      // In StrictMode the event also fires for a dialog that was closed and reopened.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      <div className="site-viewer-bar">
        <p>{place}</p>
        {links.length > 1 && (
          <>
            <ViewerButton name={text("blog.picture.previous")} shape="M15 5l-7 7 7 7" onClick={() => turn(-1)} isTurn />
            <ViewerButton name={text("blog.picture.next")} shape="M9 5l7 7-7 7" onClick={() => turn(1)} isTurn />
          </>
        )}
        <ViewerButton name={text("blog.picture.close")} shape="M6 6l12 12M18 6L6 18" onClick={close} />
      </div>
      <figure>
        {state?.index === index && state.hasFailed ? (
          <p>{text("blog.picture.failed")}</p>
        ) : (
          <img
            key={index}
            srcSet={srcSet}
            sizes={srcSet && "100vw"}
            src={src}
            // The caption below is announced anyway.
            alt={caption === alt ? "" : alt}
            onLoad={() => setState({ index, hasFailed: false })}
            onError={() => setState({ index, hasFailed: true })}
          />
        )}
        {state?.index !== index && <Spinner />}
        <figcaption>{caption}</figcaption>
      </figure>
      <p className="site-hidden" role="status">
        {place && `${place}: ${caption || alt}`}
      </p>
    </dialog>
  );
}

interface ViewerButtonProps {
  name: string;
  /** SVG path in a 24 by 24 view box. */
  shape: string;
  onClick(): void;
  /** Whether it points sideways and is mirrored in right-to-left text. */
  isTurn?: boolean;
}

function ViewerButton({ name, shape, onClick, isTurn }: ViewerButtonProps) {
  return (
    <button type="button" className="site-viewer-button" aria-label={name} data-turn={isTurn} onClick={onClick}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
        <path d={shape} />
      </svg>
    </button>
  );
}

/** All image links of the gallery, in order; without a gallery only this one. */
function linksBeside(link: HTMLAnchorElement): HTMLAnchorElement[] {
  const gallery = link.closest(".site-gallery");
  return gallery ? [...gallery.querySelectorAll<HTMLAnchorElement>("a[data-picture]")] : [link];
}

/** An image's caption, or else its alt text. */
function pictureOf(link: HTMLAnchorElement, nameless: string) {
  const image = link.querySelector("img");
  const alt = image?.alt === nameless ? "" : (image?.alt ?? "");
  const caption = link.parentElement?.querySelector(".site-caption")?.textContent?.trim();
  return { src: link.href, srcSet: image?.srcset || undefined, alt, caption: caption || alt };
}
