import { type PointerEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { ControlProps } from "./field-props.ts";

interface DrawingAreaProps extends Pick<ControlProps, "id" | "text"> {
  isPending: boolean;
  /** Called with the drawing to use. */
  onUse(canvas: HTMLCanvasElement): void;
}

/** Physical pixels. */
const [width, height] = [800, 300];

/** A canvas for a signature. Default export for `lazy`. */
export default function DrawingArea({ id, text, isPending, onUse }: DrawingAreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDown = useRef(false);
  const [isEmpty, setIsEmpty] = useState(true);
  const context = () => canvas.current?.getContext("2d");

  function positionOf({ clientX, clientY }: PointerEvent): [x: number, y: number] {
    const { left, top, width: shownWidth, height: shownHeight } = canvas.current!.getBoundingClientRect();
    return [((clientX - left) / shownWidth) * width, ((clientY - top) / shownHeight) * height];
  }
  function start(event: PointerEvent<HTMLCanvasElement>) {
    const pen = context();
    if (!pen) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDown.current = true;
    pen.lineWidth = 5;
    pen.lineCap = "round";
    pen.strokeStyle = "#15171c";
    pen.beginPath();
    pen.moveTo(...positionOf(event));
  }
  function draw(event: PointerEvent) {
    const pen = context();
    if (!isDown.current || !pen) return;
    pen.lineTo(...positionOf(event));
    pen.stroke();
    setIsEmpty(false);
  }
  function clear() {
    context()?.clearRect(0, 0, width, height);
    setIsEmpty(true);
  }
  return (
    <>
      <canvas
        ref={canvas}
        id={id}
        className="site-form-canvas"
        role="img"
        aria-label={text("forms.signature.canvas")}
        tabIndex={-1}
        {...{ width, height }}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={() => {
          isDown.current = false;
        }}
      />
      <div className="site-form-signature-actions">
        <Button
          aria-disabled={isEmpty || isPending || undefined}
          onClick={() => !isEmpty && !isPending && onUse(canvas.current!)}
        >
          {text("forms.signature.use")}
        </Button>
        <Button variant="quiet" onClick={clear}>
          {text("forms.signature.clear")}
        </Button>
      </div>
    </>
  );
}
