//! Draws charts of curves, one below the other, as SVG.

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// An operation, and its points: size or depth, nanoseconds per byte or level.
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// The vertical axis, which starts at zero, or is logarithmic for values that approach zero.
#[derive(Clone, Copy, PartialEq)]
pub enum Scale {
    Linear,
    Logarithmic,
}

pub struct Chart<'a> {
    pub caption: &'static str,
    pub x_axis: &'static str,
    pub y_axis: &'static str,
    pub scale: Scale,
    pub curves: Vec<&'a Curve>,
}

const WIDTH: u32 = 1000;
const HEIGHT: u32 = 330;
/// The width of the legend, to the right of its chart.
const LEGEND: u32 = 230;

pub fn draw(file: &str, charts: &[Chart<'_>]) {
    let root = SVGBackend::new(file, (WIDTH, HEIGHT * charts.len() as u32)).into_drawing_area();
    root.fill(&WHITE).expect("an SVG can be drawn");
    for (chart, area) in charts.iter().zip(root.split_evenly((charts.len(), 1))) {
        let (area, legend) = area.split_horizontally(WIDTH - LEGEND);
        let points = || chart.curves.iter().flat_map(|curve| &curve.points);
        let most = points().map(|point| point.1).fold(1e-9, f64::max);
        match chart.scale {
            Scale::Linear => draw_chart::<RangedCoordf64, _>(&area, chart, 0.0..most * 1.1),
            Scale::Logarithmic => draw_chart(&area, chart, (1e-4..most * 2.0).log_scale()),
        }
        draw_legend(&legend, chart);
    }
    root.present().expect("the SVG can be written");
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_chart<Y, R>(area: &Area<'_>, chart: &Chart<'_>, y: R)
where
    R: AsRangedCoord<CoordDescType = Y, Value = f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let points = || chart.curves.iter().flat_map(|curve| &curve.points);
    let least = points().map(|point| point.0).fold(f64::MAX, f64::min);
    let most = points().map(|point| point.0).fold(1.0, f64::max);
    let mut context = ChartBuilder::on(area)
        .caption(chart.caption, ("sans-serif", 19))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d((least / 1.2..most * 1.2).log_scale(), y)
        .expect("an SVG can be drawn");
    let bytes = chart.x_axis != "depth";
    context
        .configure_mesh()
        .x_desc(chart.x_axis)
        .y_desc(chart.y_axis)
        .axis_desc_style(("sans-serif", 15))
        .label_style(("sans-serif", 13))
        .x_label_formatter(&|x| if bytes { shown(*x) } else { format!("{x}") })
        .y_label_formatter(&|y| format!("{y}"))
        .light_line_style(WHITE)
        .draw()
        .expect("an SVG can be drawn");
    // Points below the axis are omitted, because they would be drawn along it.
    let above = |curve: &Curve| curve.points.iter().copied().filter(|(_, y)| *y >= 1e-4).collect::<Vec<_>>();
    for curve in &chart.curves {
        let (color, dashed) = style(&curve.name);
        let drawn = if dashed {
            context.draw_series(DashedLineSeries::new(above(curve), 6, 4, color.stroke_width(2))).map(drop)
        } else {
            context.draw_series(LineSeries::new(above(curve), color.stroke_width(2))).map(drop)
        };
        drawn.expect("an SVG can be drawn");
        let dots = above(curve).into_iter().map(|point| Circle::new(point, 3, color.filled()));
        context.draw_series(dots).expect("an SVG can be drawn");
    }
}

/// Draws the name of each curve beside a part of it.
fn draw_legend(area: &Area<'_>, chart: &Chart<'_>) {
    for (at, curve) in chart.curves.iter().enumerate() {
        let (color, dashed) = style(&curve.name);
        let y = 60 + 24 * at as i32;
        let part = |from, to| PathElement::new([(from, y), (to, y)], color.stroke_width(2));
        let parts = if dashed { vec![part(4, 10), part(14, 20), part(24, 30)] } else { vec![part(4, 30)] };
        for part in parts {
            area.draw(&part).expect("an SVG can be drawn");
        }
        let text = Text::new(curve.name.as_str(), (38, y - 7), ("sans-serif", 14));
        area.draw(&text).expect("an SVG can be drawn");
    }
}

/// Returns the style of a curve. Equal operations have the same color; dashes distinguish the use of memory.
fn style(name: &str) -> (RGBColor, bool) {
    let color = match name {
        name if name.starts_with("decode owned") => RGBColor(0xc0, 0x39, 0x2b),
        name if name.starts_with("encode") => RGBColor(0x1f, 0x5f, 0xa8),
        name if name.starts_with("copy") => RGBColor(0x80, 0x80, 0x80),
        _ => RGBColor(0x2e, 0x8b, 0x57),
    };
    (color, name.ends_with("fresh memory"))
}

/// Returns a number of bytes that is a power of ten as text.
fn shown(bytes: f64) -> String {
    match bytes {
        bytes if bytes >= 1e9 => format!("{} GB", bytes / 1e9),
        bytes if bytes >= 1e6 => format!("{} MB", bytes / 1e6),
        bytes if bytes >= 1e3 => format!("{} kB", bytes / 1e3),
        bytes => format!("{bytes} B"),
    }
}
