import { type ReactNode, useId, useState } from "react";

export interface SpoilerProps {
  /** Label of the button. */
  show: string;
  hide: string;
  /** What it is about. */
  description?: string | undefined;
  /** Around blocks instead of inline text. */
  isBlock?: boolean | undefined;
  children?: ReactNode;
}

/** Hidden content that the reader can reveal. Without scripts it is visible: CSS cannot reveal it. */
export function Spoiler({ show, hide, description, isBlock = false, children }: SpoilerProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Box = isBlock ? "div" : "span";
  return (
    <Box className="site-spoiler" data-block={isBlock || undefined} data-open={isOpen || undefined}>
      {description && !isOpen && <p className="site-spoiler-about">{description}</p>}
      <button
        type="button"
        className="site-spoiler-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? hide : show}
      </button>
      <Box id={id} className="site-spoiler-hidden">
        {children}
      </Box>
    </Box>
  );
}
