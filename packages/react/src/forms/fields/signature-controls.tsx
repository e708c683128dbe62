import { maxTypedSignatureLength } from "@porchlight/contract/forms/form-values";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { parseFiles } from "../definition/read-values.ts";
import type { ControlProps } from "./field-props.ts";
import { reasonOf } from "./file-controls.tsx";

/** A signature: the typed name, or a drawing that is uploaded as a picture. */
export function SignatureControls(props: ControlProps) {
  const { id, field, initial, error, describedBy, upload, text } = props;
  const { target } = field;
  const hasScripts = useHydrated();
  const [stored, setStored] = useState(() =>
    parseFiles(initial(target)[0] ?? "").length > 0 ? initial(target)[0]! : "",
  );
  const [isDrawing, setIsDrawing] = useState(stored !== "");
  const [failure, setFailure] = useState("");
  const [isPending, setIsPending] = useState(false);
  const hidden = useRef<HTMLInputElement>(null);
  // The form reads the controls when they change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the value
  useEffect(() => {
    hidden.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [stored, isPending]);

  async function use(canvas: HTMLCanvasElement) {
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!picture) return;
    setIsPending(true);
    setFailure("");
    try {
      const file = new File([picture], `${text("forms.signature.name")}.png`, { type: "image/png" });
      setStored(JSON.stringify([await upload(file, new AbortController().signal)]));
    } catch (thrown) {
      setFailure(reasonOf(thrown, text));
    } finally {
      setIsPending(false);
    }
  }
  function toggle() {
    setStored("");
    setFailure("");
    setIsDrawing(!isDrawing);
  }

  return (
    <div className="site-form-signature">
      <input ref={hidden} type="hidden" name={target} value={stored} />
      {isPending && <input type="hidden" name={`${target}.pending`} value="1" />}
      {isDrawing ? (
        stored ? (
          <p className="site-form-signed">{text("forms.signature.done")}</p>
        ) : (
          <DrawingArea {...{ id, text, isPending }} onUse={(canvas) => void use(canvas)} />
        )
      ) : (
        <>
          <label className="site-editor-label" htmlFor={id}>
            {text("forms.signature.typed")}
          </label>
          <input
            id={id}
            className="site-input site-form-typed-signature"
            name={`${target}.typed`}
            type="text"
            autoComplete="name"
            maxLength={maxTypedSignatureLength}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            defaultValue={initial(`${target}.typed`)[0] ?? ""}
            readOnly={field.isReadOnly}
          />
        </>
      )}
      <p role="status" className="site-form-file-reason">
        {failure}
      </p>
      {hasScripts && !field.isReadOnly && (
        <Button variant="quiet" onClick={toggle}>
          {text(isDrawing ? "forms.signature.type" : "forms.signature.draw")}
        </Button>
      )}
    </div>
  );
}

interface DrawingAreaProps extends Pick<ControlProps, "id" | "text"> {
  isPending: boolean;
  onUse(canvas: HTMLCanvasElement): void;
}

/** Physical pixels. */
const [width, height] = [800, 300];

function DrawingArea({ id, text, isPending, onUse }: DrawingAreaProps) {
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
