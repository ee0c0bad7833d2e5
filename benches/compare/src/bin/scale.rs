//! Draws time per byte against size, and against depth: `docs/scale.svg`.
//!
//!     cargo run --release --manifest-path benches/compare/Cargo.toml --bin scale [largest size in MiB] [file]
//!
//! The sizes go from 100 bytes to 256 MiB, or as far as the argument says: an array of ints takes five times its
//! bytes as a tree. The depths go from 1 to 1024.

use std::hint::black_box;
use std::time::Duration;

use gamewire::godot::{Decoder, Dialect};
use gamewire_compare::clock::{Candidate, measure};
use gamewire_compare::payload;
use gamewire_compare::tree::Tree;
use plotters::prelude::*;

/// Something that takes time, and its points: size or depth, nanoseconds per byte or level.
type Curve = (&'static str, Vec<(f64, f64)>);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let largest = arguments.next().map_or(256, |mib| mib.parse().expect("a number of MiB")) << 20;
    let file = arguments.next().unwrap_or_else(|| "docs/scale.svg".into());
    let sizes = curves(&|size| payload::players((size / 200).max(1)), &sizes(largest), |bytes, _| bytes);
    let vectors = curves(&|size| payload::vectors(size / 12), &sizes_of_vectors(largest), |bytes, _| bytes);
    let depths: Vec<usize> = (0..=10).map(|power| 1 << power).collect();
    let depths = curves(&payload::nested, &depths, |_, depth| depth);
    draw(
        &file,
        &[
            ("players: nanoseconds per byte, by bytes", "bytes", &sizes),
            ("PackedVector3Array: nanoseconds per byte, by bytes", "bytes", &vectors),
            ("nested arrays: nanoseconds per level, by depth", "depth", &depths),
        ],
    );
    println!("{file} is drawn");
}

fn sizes(largest: usize) -> Vec<usize> {
    // Trees take many times their bytes.
    (0..).map(|step| 200 << (2 * step)).take_while(|size| *size <= largest / 4).collect()
}

fn sizes_of_vectors(largest: usize) -> Vec<usize> {
    (0..)
        .map(|step| 120 << (2 * step))
        .chain([largest])
        .take_while(|size| *size <= largest)
        .take(40)
        .collect()
}

/// Decodes, checks and encodes the value of each size; `unit` says what one divides by.
fn curves(make: &dyn Fn(usize) -> Tree, sizes: &[usize], unit: fn(usize, usize) -> usize) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for &size in sizes {
        let value = make(size).to_variant();
        let bytes = Dialect::GODOT_4.encode(&value).expect("payloads can be written");
        let bytes = bytes.as_slice();
        let decoder = Decoder::new(Dialect::GODOT_4);
        let mut buffer = Vec::with_capacity(bytes.len());
        let mut candidates = [
            Candidate::new("decode owned", move || decoder.parse_owned(black_box(bytes)).expect("a value")),
            Candidate::new("decode borrowed", move || {
                black_box(decoder.parse(black_box(bytes)).expect("a value"));
            }),
            Candidate::new("check", move || decoder.check(black_box(bytes)).expect("a value")),
            Candidate::new("encode", || {
                buffer.clear();
                Dialect::GODOT_4
                    .encode_into(black_box(&value), &mut buffer)
                    .expect("payloads can be written");
            }),
        ];
        for (name, nanoseconds) in measure(&mut candidates, 7, Duration::from_millis(2)) {
            let units = unit(bytes.len(), size) as f64;
            println!("{name:16} {:>12} bytes {:10.3} ns", bytes.len(), nanoseconds / units);
            let point = (units, nanoseconds / units);
            match curves.iter_mut().find(|(one, _)| *one == name) {
                Some((_, points)) => points.push(point),
                None => curves.push((name, vec![point])),
            }
        }
    }
    curves
}

fn draw(file: &str, charts: &[(&str, &str, &Vec<Curve>)]) {
    let root = SVGBackend::new(file, (860, 330 * charts.len() as u32)).into_drawing_area();
    root.fill(&WHITE).expect("an SVG can be drawn");
    for ((caption, axis, curves), area) in charts.iter().zip(root.split_evenly((charts.len(), 1))) {
        let points = || curves.iter().flat_map(|(_, points)| points);
        let most = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(1e-9, f64::max);
        let least = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(f64::MAX, f64::min);
        let (x, y) = (|point: &(f64, f64)| point.0, |point: &(f64, f64)| point.1);
        let mut chart = ChartBuilder::on(&area)
            .caption(*caption, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(34)
            .y_label_area_size(64)
            .build_cartesian_2d(
                (least(x)..most(x)).log_scale(),
                (least(y).max(1e-4) / 2.0..most(y) * 2.0).log_scale(),
            )
            .expect("an SVG can be drawn");
        chart
            .configure_mesh()
            .x_desc(*axis)
            .y_desc("ns")
            .light_line_style(WHITE)
            .draw()
            .expect("an SVG can be drawn");
        for (at, (name, points)) in curves.iter().enumerate() {
            let colour = Palette99::pick(at).to_rgba();
            chart
                .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))
                .expect("an SVG can be drawn")
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .background_style(WHITE)
            .border_style(BLACK.mix(0.3))
            .draw()
            .expect("an SVG can be drawn");
    }
    root.present().expect("the SVG can be written");
}
