import { type ReactNode, useId, useState } from "react";

export interface SpoilerProps {
  /** Words of the button. */
  show: string;
  hide: string;
  /** What it is about, without telling it. */
  description?: string | undefined;
  /** Around blocks rather than in a line of text. */
  isBlock?: boolean | undefined;
  children?: ReactNode;
}

/** What is hidden until the reader asks for it. Without scripts it is shown: a style sheet cannot ask. */
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
