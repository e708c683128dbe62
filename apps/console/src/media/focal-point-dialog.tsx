import type { FocalPoint, MediaFile } from "@porchlight/client/media";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type PointerEvent, useState } from "react";
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from "react-aria-components";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { objectPosition, thumbnailOf } from "./file-properties.ts";

/** Sets the point of an image around which covers, cards and thumbnails are cropped. */
export default function FocalPointDialog({ fileId, onClose }: { fileId: string; onClose(): void }) {
  const { files } = useConsole().clients.site;
  const query = useQuery({
    queryKey: ["media", "file", fileId],
    queryFn: async ({ signal }) => (await files.getFile(fileId, { signal })).file,
  });
  return (
    <Dialog title={text("Focal point")} isOpen onClose={onClose}>
      {query.isError && <ErrorMessage error={query.error} />}
      {query.isPending && <p role="status">{text("Loading the image")}</p>}
      {query.data && <FocalPointForm file={query.data} onClose={onClose} />}
    </Dialog>
  );
}

const center: FocalPoint = { x: 0.5, y: 0.5 };
/** Frequent crops, by width and height. */
const crops = [
  { name: text("Cover"), ratio: 16 / 9 },
  { name: text("Square"), ratio: 1 },
  { name: text("Tall"), ratio: 3 / 4 },
] as const;

function FocalPointForm({ file, onClose }: { file: MediaFile; onClose(): void }) {
  const { files } = useConsole().clients.site;
  const queries = useQueryClient();
  const [point, setPoint] = useState(file.focalPoint ?? center);
  const save = useMutation({
    mutationFn: () => {
      const isCenter = point.x === center.x && point.y === center.y;
      return files.updateFile(file._id, { focalPoint: isCenter ? null : point });
    },
    async onSuccess() {
      showToast(text("Saved"));
      onClose();
      await queries.invalidateQueries({ queryKey: ["media"] });
    },
  });
  const picture = thumbnailOf(file, 640);
  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setPoint({ x: fraction((clientX - left) / width), y: fraction((clientY - top) / height) });
  };
  return (
    <>
      <p className="text-muted">
        {text("Move the point to what has to stay visible where the image is cropped, or use the sliders.")}
      </p>
      <div className="rounded-md bg-sunken">
        {/* The sliders do the same by keyboard. */}
        <div
          className="relative mx-auto w-fit cursor-crosshair touch-none select-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            pointAt(event);
          }}
          onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && pointAt(event)}
        >
          <img src={picture} alt={file.altText} draggable={false} className="max-h-56 rounded-md sm:max-h-72" />
          <span
            aria-hidden
            className="absolute size-6 -translate-1/2 rounded-full border-3 border-white bg-accent ring-1 ring-black/50"
            style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          />
        </div>
      </div>
      <PointSlider label={text("From the left")} value={point.x} onChange={(x) => setPoint({ ...point, x })} />
      <PointSlider label={text("From the top")} value={point.y} onChange={(y) => setPoint({ ...point, y })} />
      <ul aria-label={text("Crops")} className="flex flex-wrap gap-3">
        {crops.map(({ name, ratio }) => (
          <li key={name} className="grid gap-1">
            <img
              src={picture}
              alt=""
              className="h-20 rounded-md object-cover"
              style={{ aspectRatio: ratio, objectPosition: objectPosition(file, point, ratio) }}
            />
            <span className="text-muted">{name}</span>
          </li>
        ))}
      </ul>
      {save.isError && <ErrorMessage error={save.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onPress={() => setPoint(center)}>
          {text("Center")}
        </Button>
        <Button onPress={onClose}>{text("Cancel")}</Button>
        <Button kind="primary" isPending={save.isPending} onPress={() => save.mutate()}>
          {text("Save")}
        </Button>
      </div>
    </>
  );
}

const fraction = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

interface PointSliderProps {
  label: string;
  /** A fraction. */
  value: number;
  onChange(value: number): void;
}

function PointSlider({ label, value, onChange }: PointSliderProps) {
  return (
    <Slider
      value={value}
      minValue={0}
      maxValue={1}
      step={0.01}
      formatOptions={{ style: "percent" }}
      onChange={(changed) => onChange(fraction(changed))}
      className="grid grid-cols-[1fr_auto] gap-x-3"
    >
      <Label>{label}</Label>
      <SliderOutput className="text-muted" />
      <SliderTrack className="col-span-2 flex h-6 items-center before:h-1 before:w-full before:rounded-full before:bg-line-strong pointer-coarse:h-11">
        <SliderThumb className="top-1/2 size-5 rounded-full border-2 border-surface bg-accent data-[focus-visible]:outline-2 data-[focus-visible]:outline-offset-2 data-[focus-visible]:outline-accent" />
      </SliderTrack>
    </Slider>
  );
}
